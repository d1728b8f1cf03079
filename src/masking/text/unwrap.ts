/** How much is read when a secret is broken over lines. */
const WRAP_REACH = 512;
const MOST_BREAKS = 8;

/** What a text says from a place on without its line breaks. */
export interface Unwrapped {
  readonly from: number;
  readonly joined: string;
  /** Where the lines of it stand; none where no line goes on. */
  readonly lines: readonly Line[];
}

interface Line {
  readonly at: number;
  readonly length: number;
}

/** The lines from a place on as one, without indents and the `\` or `>` at their breaks. */
export function unwrap(text: string, from: number): Unwrapped {
  const window = text.slice(from, from + WRAP_REACH);
  const lines: Line[] = [];
  let joined = "";
  if (!/^[\w.~+/=-]{1,160}\\?\r?\n[ \t>]{0,8}[\w.~+/=-]/.test(window))
    return { from, joined, lines };
  let read = 0;
  for (let breaks = 0; breaks <= MOST_BREAKS; breaks++) {
    const piece = /^[^\s\\]*/.exec(window.slice(read))?.[0] ?? "";
    lines.push({ at: from + read, length: piece.length });
    joined += piece;
    read += piece.length;
    const gap = /^\\?\r?\n[ \t>]{0,8}/.exec(window.slice(read, read + 16));
    if (gap === null) break;
    read += gap[0].length;
  }
  return { from, joined, lines };
}
