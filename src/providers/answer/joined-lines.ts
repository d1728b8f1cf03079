/** Texts, joined by line breaks. Empty ones leave no line. */
export function joinedLines(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n");
}
