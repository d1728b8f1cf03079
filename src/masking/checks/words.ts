/**
 * True for what a person made of words: `requiredTypesForDisplay`, `how-to-hash-passwords`,
 * `SALES_RESULTS`. Random letters change case and miss vowels too often for that.
 */
export function readsAsWords(value: string): boolean {
  if (/\d/.test(value)) return false;
  const pieces = value
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z]+/)
    .filter((piece) => piece !== "");
  const letters = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return pieces.length > 0 && letters / pieces.length >= 3.4;
}
