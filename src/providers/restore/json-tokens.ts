/** A string of a JSON text, or a bracket, and where it stands. */
export interface JsonToken {
  readonly from: number;
  readonly to: number;
  /** What stands between the quotes, as it is written; a bracket has none. */
  readonly inside: string | undefined;
  /** Whether the string ends before the text does. */
  readonly isWhole: boolean;
  /** The colon that makes the string a key, and the spaces before it. */
  readonly colon: string | undefined;
}

/**
 * The strings and brackets of a JSON text (RFC 8259, 2 and 7), in their order. A string that is cut
 * off goes on to the end of the text, so that it is not read again from each quote within it. No
 * expression reads a whole string: it would note each escape on its way, of which there is room
 * for some millions.
 */
export function* jsonTokens(json: string): Generator<JsonToken, void, undefined> {
  const begins = /["{}[\]]/g;
  for (let begin = begins.exec(json); begin !== null; begin = begins.exec(json)) {
    const from = begin.index;
    const token = begin[0] === '"' ? stringAt(json, from) : bracketAt(from);
    begins.lastIndex = token.to;
    yield token;
  }
}

function bracketAt(from: number): JsonToken {
  return { from, to: from + 1, inside: undefined, isWhole: true, colon: undefined };
}

function stringAt(json: string, from: number): JsonToken {
  const quote = closingQuote(json, from + 1);
  if (quote === -1) {
    const inside = json.slice(from + 1);
    return { from, to: json.length, inside, isWhole: false, colon: undefined };
  }
  const colons = /\s*:/y;
  colons.lastIndex = quote + 1;
  const colon = colons.exec(json)?.[0];
  const to = quote + 1 + (colon?.length ?? 0);
  return { from, to, inside: json.slice(from + 1, quote), isWhole: true, colon };
}

/** The first quote that an even number of backslashes stands before. Those before the next are others. */
function closingQuote(json: string, from: number): number {
  let quote = json.indexOf('"', from);
  while (quote !== -1) {
    let slashes = 0;
    while (json.charAt(quote - 1 - slashes) === "\\") slashes += 1;
    if (slashes % 2 === 0) return quote;
    quote = json.indexOf('"', quote + 1);
  }
  return -1;
}
