/** Shorter pieces than this, in UTF-16 units, are words that any message may have in common with a prompt. */
const MIN_LENGTH = 8;

/** Lines of one text that are looked for: what quotes a prompt quotes its beginning or all of it. */
const MAX_LINES = 64;

const HIDDEN = "[text]";

/**
 * Foreign text without the texts of the request it is about: a service or a proxy that
 * quotes what it was sent must not bring a prompt into errors and logs. Knows each text whole and
 * line by line, as it is and as JSON has it.
 */
export function hideSentTexts(text: string, sent: readonly string[]): string {
  let shown = text;
  for (const piece of sent.flatMap(piecesOf)) {
    shown = shown.replaceAll(piece, HIDDEN).replaceAll(asJson(piece), HIDDEN);
  }
  return shown;
}

function piecesOf(text: unknown): string[] {
  // Of an event by hand, which the service checks and nobody before it.
  if (typeof text !== "string") return [];
  const lines = text.split(/\r?\n/, MAX_LINES).map((line) => line.trim());
  return [text, ...lines].filter((piece) => piece.length >= MIN_LENGTH);
}

function asJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
