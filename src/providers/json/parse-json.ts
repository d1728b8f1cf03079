/** How every JSON text begins (RFC 8259, 2 and 3). An error of the parser takes long to make. */
const BEGINNING = /^[ \t\n\r]*[{["\d\-tfn]/;

/** The value of a JSON text; undefined for what is none, since no JSON text means that. */
export function parseJson(text: string): unknown {
  if (!BEGINNING.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
