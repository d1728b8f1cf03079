/** Made up anew for each call, or measured: nothing that two runs could have in common. */
const VOLATILE = new Set(["timestamp", "performance", "callId"]);

/** Facts of a result that the SDK tells behind getters and promises, whichever it has. */
const FACTS = [
  "text",
  "content",
  "reasoningText",
  "toolCalls",
  "toolResults",
  "finishReason",
  "rawFinishReason",
  "usage",
  "totalUsage",
  "warnings",
  "request",
  "response",
  "responses",
  "providerMetadata",
  "object",
  "output",
  "experimental_output",
  "embedding",
  "embeddings",
  "images",
  "steps",
];

/** All that an app can be told by a result or a part of a stream, awaited and without clocks. */
export async function shownOf(value: unknown): Promise<unknown> {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array || value instanceof Date || value instanceof Error) return value;
  if (Array.isArray(value)) return Promise.all(value.map(shownOf));
  const names = new Set([...Object.keys(value), ...FACTS.filter((name) => name in value)]);
  const shown: Record<string, unknown> = {};
  for (const name of names) {
    if (VOLATILE.has(name)) continue;
    shown[name] = await factOf(value, name);
  }
  return shown;
}

async function factOf(holder: object, name: string): Promise<unknown> {
  try {
    return await shownOf(await (holder as Record<string, unknown>)[name]);
  } catch (error) {
    return { thrown: error };
  }
}
