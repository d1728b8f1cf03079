/**
 * Letters and digits in another dress: of other alphabets that look alike, raised, small, in circles
 * or in squares. Sources: the blocks Letterlike Symbols, Phonetic Extensions, Enclosed Alphanumerics
 * and its supplement, Dingbats, and the general category Nd (UCD 15.1).
 */

/** First code point of each decimal digit block of the basic plane. */
export const DIGIT_BLOCKS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
  0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
  0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0,
];

/** Circled letters, upper case first; the same in parentheses, lower case only. */
const CIRCLED = 0x24b6;
const IN_PARENTHESES = 0x249c;

/** Characters that are always a disguise, and as many that they stand for. */
const DRESSED: readonly (readonly [characters: string, plain: string])[] = [
  ["⓪①②③④⑤⑥⑦⑧⑨", "0123456789"],
  ["⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789"],
  ["₀₁₂₃₄₅₆₇₈₉", "0123456789"],
  ["⓿❶❷❸❹❺❻❼❽❾", "0123456789"],
  ["⓵⓶⓷⓸⓹⓺⓻⓼⓽", "123456789"],
  ["⑴⑵⑶⑷⑸⑹⑺⑻⑼", "123456789"],
  ["➀➁➂➃➄➅➆➇➈", "123456789"],
  ["➊➋➌➍➎➏➐➑➒", "123456789"],
  // Mathematical alphabets have holes where these are.
  ["ℂℊℋℌℍℎℐℑℒℕℙℚℛℜℝℤℨℬℭℯℰℱℳℴⅅⅆⅇⅈⅉ", "CgHHHhIILNPQRRRZZBCeEFMoDdeij"],
  // Small capitals.
  ["ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz"],
  // Raised letters.
  ["ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", "abcdefghijklmnoprstuvwxyz"],
  ["ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ", "ABDEGHIJKLMNOPRTUVW"],
];

/** Calls `put` with the code of every digit of another alphabet, and the ASCII digit. */
export function eachDigit(put: (code: number, plain: string) => void): void {
  for (const first of DIGIT_BLOCKS)
    for (let digit = 0; digit < 10; digit++) put(first + digit, String(digit));
}

/** Calls `put` with the code of every character in another dress, and its plain character. */
export function eachDressed(put: (code: number, plain: string) => void): void {
  for (const [characters, plain] of DRESSED)
    for (let i = 0; i < plain.length; i++) put(characters.charCodeAt(i), plain.charAt(i));
  for (let letter = 0; letter < 52; letter++) put(CIRCLED + letter, letterAt(letter));
  for (let letter = 0; letter < 26; letter++) put(IN_PARENTHESES + letter, letterAt(26 + letter));
}

/** Letters that look like Latin ones: Cyrillic, Greek, Armenian and phonetic, and the Latin ones. */
export const LOOK_ALIKES = "АВЕКМНОРСТУХЅІЈаеорсухіјѕҺһԁԛԝӀӏүѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαινρυχօոսհցɑɡ";
const LOOKED_AT = "ABEKMHOPCTYXSIJaeopcyxijshhdqwIlyvABEZHIKMNOPTYXoaivpuxonuhgag";

/** Calls `put` with the code of every letter that looks alike, and the Latin one. */
export function eachLookAlike(put: (code: number, plain: string) => void): void {
  for (let i = 0; i < LOOKED_AT.length; i++) put(LOOK_ALIKES.charCodeAt(i), LOOKED_AT.charAt(i));
}

/** Upper case first, then lower case. */
function letterAt(index: number): string {
  return String.fromCharCode(index < 26 ? 65 + index : 71 + index);
}

/** Mathematical letters and digits, U+1D400 to U+1D7FF: a surrogate pair each. */
export const MATHEMATICAL = "\\ud835[\\udc00-\\udfff]";

/** The second half of one: thirteen alphabets, upper and lower case, then five rows of digits. */
export function mathematical(low: number): string {
  if (low >= 0xdfce) return String((low - 0xdfce) % 10);
  return low < 0xdea4 ? letterAt((low - 0xdc00) % 52) : "?";
}

/** Capitals in parentheses, squares and circles, U+1F110 to U+1F189: a surrogate pair each. */
export const ENCLOSED = "\\ud83c[\\udd10-\\udd29\\udd30-\\udd49\\udd50-\\udd69\\udd70-\\udd89]";

/** The second half of one. */
export function enclosed(low: number): string {
  return letterAt((low - 0xdd10) % 32);
}
