import { cutText } from "../base/cut-text.ts";

/** Maximum size of a block, in UTF-16 units. */
const MAX_HELD = 1024 * 1024;

/** How far before the end of a block an unfinished private key is looked for, in UTF-16 units. */
const MAX_KEY_LENGTH = 16 * 1024;

/**
 * Splits a text of any length into blocks that can be masked separately: they end at a line break,
 * and not inside a private key. A line longer than a block is cut between items or words, if it has
 * any.
 */
export async function* textBlocks(pieces: AsyncIterable<unknown>): AsyncGenerator<string> {
  let held = "";
  for await (const piece of pieces) {
    held += String(piece);
    while (held.length > MAX_HELD) {
      const end = endOfBlock(held);
      yield held.slice(0, end);
      held = held.slice(end);
    }
  }
  if (held !== "") yield held;
}

function endOfBlock(text: string): number {
  const from = MAX_HELD - MAX_KEY_LENGTH;
  const tail = cutText(text, MAX_HELD).slice(from);
  const key = tail.lastIndexOf("-----BEGIN");
  const isOpen = key >= 0 && tail.indexOf("-----END", key) < 0;
  const line = text.lastIndexOf("\n", isOpen ? from + key - 1 : MAX_HELD - 1);
  return line > 0 ? line + 1 : from + endOfItem(tail);
}

/** After an item of JSON or markup, or between two words of prose: no value continues there. */
const BETWEEN = /",(?=[\s"{[])|[\]}],|>(?=<)|\p{L}{3}[.,;]? (?=\p{L}{3})/gu;

function endOfItem(tail: string): number {
  let end = tail.length;
  for (const match of tail.matchAll(BETWEEN)) end = match.index + match[0].length;
  return end;
}
