/**
 * A line break; a line break or tab as escaped in JSON, up to three times; or a quote. Directly
 * before numbers, the view contains no escaped line breaks.
 */
const SIGN = /\n|(\\{1,4})(?:n|r(?:\1n|\n))|(\\{1,4})t|(\\{0,3})"/g;
/** Characters before a literal. */
const BEFORE_LITERAL = ":,[({= \t\n";

/** A replacement of the same length: a character and spaces. */
interface Edit {
  readonly start: number;
  readonly size: number;
  readonly sign: string;
}

/**
 * An open literal, and the edits to make if it contains lines: its quotes, and the escapes in it.
 */
interface Literal {
  readonly edits: Edit[];
  hasLines: boolean;
}

/**
 * `view` with the escaped line breaks, tabs and quotes of multi-line literals decoded, and with
 * line breaks for the quotes around them. All offsets stay the same. Returns `view` itself if there
 * is none.
 */
export function withLiteralLines(view: string): string {
  /**
   * Open literals, by the number of backslashes before their quotes. Escapes in a literal have one
   * more backslash than its quotes.
   */
  const open: (Literal | undefined)[] = [];
  const edits = new Map<number, Edit>();
  for (const { 0: sign, 1: ofBreak, 2: ofTab, 3: ofQuote, index: start } of view.matchAll(SIGN)) {
    const size = sign.length;
    if (ofQuote !== undefined) {
      const level = size - 1;
      const closed = open[level];
      open.length = level;
      if (closed?.hasLines === true) {
        closed.edits.push({ start, size, sign: "\n" });
        keep(closed, edits);
        continue;
      }
      open[(level - 1) / 2]?.edits.push({ start, size, sign: '"' });
      if (start === 0 || BEFORE_LITERAL.includes(view.charAt(start - 1)))
        open[level] = { edits: [{ start, size, sign: "\n" }], hasLines: false };
    } else if (ofTab !== undefined) {
      open[ofTab.length - 1]?.edits.push({ start, size, sign: "\t" });
    } else if (ofBreak === undefined) {
      for (const literal of open) if (literal !== undefined) literal.hasLines = true;
    } else {
      const literal = open[ofBreak.length - 1];
      literal?.edits.push({ start, size, sign: "\r\n" });
      if (literal !== undefined) literal.hasLines = true;
    }
  }
  for (const literal of open) if (literal?.hasLines === true) keep(literal, edits);
  return edits.size === 0 ? view : edited(view, edits);
}

/** A nested literal, which ended earlier, has already replaced its own quotes. */
function keep(literal: Literal, edits: Map<number, Edit>): void {
  for (const edit of literal.edits) if (!edits.has(edit.start)) edits.set(edit.start, edit);
}

function edited(view: string, edits: ReadonlyMap<number, Edit>): string {
  const parts: string[] = [];
  let copied = 0;
  for (const { start, size, sign } of [...edits.values()].sort((a, b) => a.start - b.start)) {
    // Headers and cells adjoin their quotes; between a line break and a cell, whitespace means
    // nothing.
    parts.push(view.slice(copied, start), sign === '"' ? sign.padEnd(size) : sign.padStart(size));
    copied = start + size;
  }
  parts.push(view.slice(copied));
  return parts.join("");
}
