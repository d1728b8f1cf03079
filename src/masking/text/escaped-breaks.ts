const BACKSLASH = 92;

/**
 * The text with escaped line breaks and tabs, as JSON has them at any depth, as what they stand for,
 * at the same offsets. For what precedes or follows a value: there, the letter of such an escape
 * looks like part of a word.
 */
export function withBreaks(text: string): string {
  let at = text.indexOf("\\");
  if (at < 0) return text;
  let plain = "";
  let copied = 0;
  while (at >= 0) {
    let end = at + 1;
    while (text.charCodeAt(end) === BACKSLASH) end++;
    const letter = text.charAt(end);
    if (letter === "n" || letter === "r" || letter === "t") {
      plain += text.slice(copied, at) + (letter === "t" ? "\t" : "\n").padStart(end - at + 1);
      copied = end + 1;
    }
    at = text.indexOf("\\", end);
  }
  return plain + text.slice(copied);
}
