import { endOfString } from "../../base/end-of-string.ts";

/** A string or bracket of a JSON text, and its position. */
export interface JsonToken {
  readonly from: number;
  readonly to: number;
  /** The text between the quotes, as written; undefined for a bracket. */
  readonly inside: string | undefined;
  /** Whether the string is terminated. */
  readonly isWhole: boolean;
  /** The colon that makes the string a key, with the whitespace before it. */
  readonly colon: string | undefined;
}

/**
 * The strings and brackets of a JSON text (RFC 8259, sections 2 and 7), in order. A truncated
 * string extends to the end of the text, so that it is not read again from each quote in it. No
 * regular expression matches a whole string, because its backtracking stack would overflow at some
 * millions of escapes.
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
  const quote = endOfString(json, from + 1);
  if (quote === json.length) {
    const inside = json.slice(from + 1);
    return { from, to: json.length, inside, isWhole: false, colon: undefined };
  }
  const colons = /\s*:/y;
  colons.lastIndex = quote + 1;
  const colon = colons.exec(json)?.[0];
  const to = quote + 1 + (colon?.length ?? 0);
  return { from, to, inside: json.slice(from + 1, quote), isWhole: true, colon };
}
