/** How much is held at once, in UTF-16 units. */
const MAX_HELD = 1024 * 1024;

/** How far before the end of a block a private key may begin that ends in the next. */
const MAX_KEY_LENGTH = 16 * 1024;

/**
 * A text of any length in blocks that can be looked at one by one: they end with a line, and not
 * inside a private key. A line longer than a block is cut between items or words, where it has any.
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
  const tail = text.slice(from, MAX_HELD);
  const key = tail.lastIndexOf("-----BEGIN");
  const isOpen = key >= 0 && tail.indexOf("-----END", key) < 0;
  const line = text.lastIndexOf("\n", isOpen ? from + key - 1 : MAX_HELD - 1);
  return line > 0 ? line + 1 : from + endOfItem(tail);
}

/** Behind an item of JSON or markup, or between two words of prose: where no value goes on. */
const BETWEEN = /",(?=[\s"{[])|[\]}],|>(?=<)|\p{L}{3}[.,;]? (?=\p{L}{3})/gu;

function endOfItem(tail: string): number {
  let end = tail.length;
  for (const match of tail.matchAll(BETWEEN)) end = match.index + match[0].length;
  return end;
}
