import { compiled } from "../../pattern/compiled.ts";
import { alternativesOf } from "../../text/word-tables.ts";
import { gradeOf, wordsOf } from "./name.ts";

/** Letters of scripts that have no spaces between words: Thai, Japanese, Chinese and Korean. */
const LETTER = "[\\u0e00-\\u0e7f\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af]";
const EACH_LETTER = new RegExp(LETTER, "g");
/** A message that is shorter could be a word, and that a password. */
const FEWEST_LETTERS = 4;
/** Characters, hours, times and what else a message counts. */
const COUNTED = alternativesOf({
  zh: "[位个個字种種类類次天日年月秒条條项項]|小时|小時|分[钟鐘]",
  ja: "文字|[桁回日分秒年件]|時間|種類",
  ko: "글?자|시간|[일분초년회개]",
  th: "ตัว|หลัก|ครั้ง|วัน|นาที|ชั่วโมง",
});
/**
 * Such letters and their punctuation, the parameters of a message, and numbers of one or two digits,
 * or of a range, before what they count. In a password, a number is longer or counts nothing.
 */
const MESSAGE = compiled(
  new RegExp(
    `^(?:[^\\dA-Za-z\\u007f]|(?<=[$%{])\\d(?!\\d)|(?<![$%{\\d])\\d{1,2}(?:[-~]\\d{1,2})?(?= ?(?:${COUNTED})))+$`,
  ),
);
const BEYOND_ASCII = /[^\0-\u007f]/;

/**
 * Whether a value is a message to people, as files of translations have them below names of
 * secrets: `"password": "密码至少8位"`.
 */
export function isMessage(value: string): boolean {
  if (!BEYOND_ASCII.test(value) || !MESSAGE.test(value)) return false;
  return (value.match(EACH_LETTER)?.length ?? 0) >= FEWEST_LETTERS;
}

/** A word, and what forms have behind the label of a field that must be filled in. */
const LABEL = /^(\p{L}\p{Ll}{2,23}(?:[_-]\p{L}\p{Ll}{1,23}){0,3})(?::|:?\*|:?\?)$/u;

/** Whether a value is the label of a field for a password: `"password": "Contraseña*"`. */
export function isLabel(value: string): boolean {
  const word = LABEL.exec(value)?.[1];
  return word !== undefined && gradeOf(wordsOf(word)) === "password";
}
