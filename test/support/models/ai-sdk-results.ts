/** Generated per call, or measured: differs between any two runs. */
const VOLATILE = new Set(["timestamp", "performance", "callId"]);

/** Properties of a result that are getters or promises; each result has some of them. */
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

/**
 * Everything an app can read from a result or a stream part, with promises awaited and without
 * volatile values.
 */
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
