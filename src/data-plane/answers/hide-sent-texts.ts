/**
 * Pieces shorter than this, in UTF-16 units, are words that any message may share with a prompt.
 */
const MIN_LENGTH = 8;

/**
 * How many lines of one text are searched for: a quotation has the beginning of a prompt or all of
 * it.
 */
const MAX_LINES = 64;

/** Stands where a text of the request was. */
export const HIDDEN = "[text]";

/**
 * Removes the texts of the request from a foreign text: if a service or proxy quotes the request,
 * the prompt must not get into errors and logs. Finds each text as a whole and line by line, both
 * verbatim and JSON-escaped.
 */
export function hideSentTexts(text: string, sent: readonly string[]): string {
  let shown = text;
  for (const piece of sent.flatMap(piecesOf)) {
    shown = shown.replaceAll(piece, HIDDEN).replaceAll(asJson(piece), HIDDEN);
  }
  return shown;
}

function piecesOf(text: unknown): string[] {
  // Events of `DataPlaneClient` are not checked before the service sees them.
  if (typeof text !== "string") return [];
  const lines = text.split(/\r?\n/, MAX_LINES).map((line) => line.trim());
  return [text, ...lines].filter((piece) => piece.length >= MIN_LENGTH);
}

function asJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
