/**
 * A letter or digit, except in scripts written without spaces: there, a neighbouring letter does
 * not extend a word.
 */
function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > 127) return WORD.test(text.charAt(at)) && !UNSPACED.test(text.charAt(at));
  return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122);
}

/**
 * Whether a position is within a word: a match that ends there is part of a longer word, which is
 * another value.
 */
export function isWithinWord(text: string, at: number): boolean {
  return isWordAt(text, at) && isWordAt(text, at - 1);
}

const WORD = /[\p{L}\p{M}\p{N}]/u;
const UNSPACED =
  /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
