import { compiled } from "../../../pattern/compiled.ts";
import { alternativesOf } from "../../../text/word-tables.ts";
import { gradeOf, wordsOf } from "../name/name.ts";

/** Syllables of scripts that have few spaces between words: Japanese, Chinese and Korean. */
const EACH_SYLLABLE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;
/** What is shorter could be a password, unless it has words that say what a value must be. */
const FEWEST_SYLLABLES = 12;
const REQUIRES = new RegExp(
  alternativesOf({
    zh: "密[码碼]|[口密]令|[必需]须|必須|至[少多]|最[少多长長短]|[请請]|[输輸]入|[长長]度|字符|字元|不[能得可]|之[间間]",
    ja: "パスワード|文字|以[上下内]|入力|ください|必要",
    ko: "비밀번호|암호|이상|이하|이내|입력|글자|자리",
    th: "รหัส|อย่างน้อย|ต้อง|อักษร|อักขระ|กรุณา|ไม่",
  }),
);
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
    `^(?:[^\\0-\\u007f]|[ .,:;()~/'"?!{}$%[\\]<>-]|(?<=[$%{])\\d(?!\\d)|(?<![$%{\\d])\\d{1,2}(?:[-~]\\d{1,2})?(?= ?(?:${COUNTED})))+$`,
  ),
);
const BEYOND_ASCII = /[^\0-\u007f]/;

/**
 * Whether a value is a message to people, as files of translations have them below names of
 * secrets: `"password": "密码至少8位"`.
 */
export function isMessage(value: string): boolean {
  if (!BEYOND_ASCII.test(value) || !MESSAGE.test(value)) return false;
  return REQUIRES.test(value) || (value.match(EACH_SYLLABLE)?.length ?? 0) >= FEWEST_SYLLABLES;
}

/** A word with a capital, and what forms have behind the label of a field that must be filled in. */
const LABEL = /^(\p{Lu}\p{Ll}{2,23}(?:-\p{L}\p{Ll}{1,23}){0,3})(?::|:?\*|:?\?)$/u;

/** Whether a value is the label of a field for a password: `"password": "Contraseña*"`. */
export function isLabel(value: string): boolean {
  const word = LABEL.exec(value)?.[1];
  return word !== undefined && gradeOf(wordsOf(word)) === "password";
}
