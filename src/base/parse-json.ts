/**
 * How every JSON text begins (RFC 8259, sections 2 and 3). Checked first, because a parser's error
 * is expensive.
 */
const BEGINNING = /^[ \t\n\r]*[{["\d\-tfn]/;

/** Parses a JSON text; undefined if it is invalid, since no JSON text means that. */
export function parseJson(text: string): unknown {
  if (!BEGINNING.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
