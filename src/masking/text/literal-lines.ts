/**
 * A line break as it is, a break or a tab as JSON writes it, up to three times over, and a quote. Right
 * before numbers, breaks of a view are never escaped.
 */
const SIGN = /\n|(\\{1,4})(?:n|r(?:\1n|\n))|(\\{1,4})t|(\\{0,3})"/g;
/** What a literal begins behind. */
const BEFORE_LITERAL = ":,[({= \t\n";

/** What becomes something else of the same length: a sign, and spaces. */
interface Edit {
  readonly start: number;
  readonly size: number;
  readonly sign: string;
}

/** A literal that has begun, and what changes if it has lines: its quotes, and the escapes in it. */
interface Literal {
  readonly edits: Edit[];
  hasLines: boolean;
}

/**
 * `view` with the line breaks, tabs and quotes of its literals as such, where a literal has lines, and with
 * breaks for the quotes around it. Every other character is in its place. `view` itself without any such.
 */
export function withLiteralLines(view: string): string {
  /** By how many backslashes their quotes have. What has n of them in a literal has one more than its quotes. */
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

/** A literal in this one, which ended before, has its quotes already. */
function keep(literal: Literal, edits: Map<number, Edit>): void {
  for (const edit of literal.edits) if (!edits.has(edit.start)) edits.set(edit.start, edit);
}

function edited(view: string, edits: ReadonlyMap<number, Edit>): string {
  const parts: string[] = [];
  let copied = 0;
  for (const { start, size, sign } of [...edits.values()].sort((a, b) => a.start - b.start)) {
    // Heads and cells touch their quotes; between a break and a cell, space means nothing.
    parts.push(view.slice(copied, start), sign === '"' ? sign.padEnd(size) : sign.padStart(size));
    copied = start + size;
  }
  parts.push(view.slice(copied));
  return parts.join("");
}
