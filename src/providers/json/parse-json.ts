/** The value of a JSON text; undefined for what is none, since no JSON text means that. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
