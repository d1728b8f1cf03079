/** The width of every terminal. */
export const COLUMNS = 80;

/** Limits for a text that is shown. */
export interface Box {
  readonly columns: number;
  readonly maxLines: number;
  /** The marker for a text that was cut; one column wide. */
  readonly more: string;
}

/** The text as lines that fit the box, broken between words if possible. At least one line. */
export function fitText(text: string, box: Box): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/).flatMap((line) => wrap(printable(line), box.columns));
  if (lines.length <= box.maxLines) return lines;
  const kept = lines.slice(0, box.maxLines);
  const last = kept.pop() ?? "";
  return [...kept, `${cut(last, box.columns - 2)} ${box.more}`];
}

/** The first `columns` characters, without splitting surrogate pairs. */
function cut(text: string, columns: number): string {
  return [...text].slice(0, columns).join("");
}

function wrap(line: string, columns: number): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    const joined = current === "" ? word : `${current} ${word}`;
    if (lengthOf(joined) <= columns) {
      current = joined;
      continue;
    }
    if (current !== "") lines.push(current);
    const pieces = slices(word, columns);
    current = pieces.pop() ?? "";
    lines.push(...pieces);
  }
  return [...lines, current];
}

function slices(word: string, columns: number): string[] {
  const characters = [...word];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += columns) {
    pieces.push(characters.slice(at, at + columns).join(""));
  }
  return pieces;
}

function lengthOf(text: string): number {
  return [...text].length;
}

// Text of a provider or service must not move the cursor.
function printable(line: string): string {
  return line.replace(/\t/g, "  ").replace(/[\p{Cc}\p{Cf}]/gu, "?");
}
