/** Words or expressions by language (BCP 47), or by another property, so that one finds them. */
export type WordTable = Readonly<Record<string, string | readonly string[]>>;

/** The words of a text or a table, which are separated by white space. */
export function wordList(words: string | WordTable): readonly string[] {
  const text = typeof words === "string" ? words : Object.values(words).flat().join(" ");
  return text.trim().split(/\s+/);
}

/** The same as a set. */
export function wordSet(words: string | WordTable): ReadonlySet<string> {
  return new Set(wordList(words));
}

/** The phrases of a table, with bars between them. */
export function phraseList(table: WordTable): readonly string[] {
  return Object.values(table)
    .flat()
    .flatMap((row) => row.trim().split(/\s*\|\s*/));
}

/** The rows of a table, which are alternatives themselves, as alternatives of one expression. */
export function alternativesOf(table: WordTable): string {
  return Object.values(table).flat().join("|");
}
