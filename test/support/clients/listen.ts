/** Records the given events of a client's helper, in order, as they are emitted. */
export function listen(helper: object, events: readonly string[]): readonly string[] {
  const heard: string[] = [];
  const emitter = helper as { on(event: string, listener: (...told: unknown[]) => void): unknown };
  for (const event of events) {
    emitter.on(event, (...told) => heard.push(`${event} ${JSON.stringify(told.map(telling))}`));
  }
  return heard;
}

function telling(value: unknown): unknown {
  return value instanceof Error ? `${value.constructor.name}: ${value.message}` : value;
}
