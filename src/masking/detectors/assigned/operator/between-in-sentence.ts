import { BREAK } from "../../../text/lines.ts";
import { alternativesOf, phraseList, type WordTable } from "../../../text/word-tables.ts";
import { FENCE, GUILLEMET, TAG } from "./between-in-markup.ts";

/** What stands between a name and its value in sentences, forms and statements. */

/** Verbs between a name and its value. */
const VERBS: WordTable = {
  en: "is|was|are|be|been|to|will be",
  de: "ist|war|wäre|lautet",
  nl: "luidt",
  fr: "est|était|c'est",
  "es, it, pt": "es|era|é|è",
  "sv, nb, da": "är|er",
  hu: "és",
  pl: "jest|brzmi",
  "cs, hr, sr": "je|zní|је",
  "lt, lv": "yra|ir",
  sq: "është",
  cy: "yw",
  sw: "ni",
  "id, ms": "adalah|ialah",
  bn: "হলো?",
  ro: "este",
  "ru, bg": "это|е",
  el: "είναι",
  ar: "هي|هو",
  he: "היא|הוא",
  hi: "है",
  vi: "là",
  tl: "ay",
  signs: "=|:|-",
};

/** The same in Finnish and Estonian, which in English is a preposition. */
const ON = "on(?<=(?:[Ss]alasana\\w{0,3}|[Pp]arool) on)";

const VERB = `${alternativesOf(VERBS)}|${ON}`;

/** The words of all verbs. */
export const WORDS_OF_VERBS: readonly string[] = [
  ...phraseList(VERBS).flatMap((verb) => verb.split(" ")),
  "on",
];

/** A verb on the next line of a wrapped text, with up to two words before it. */
const WRAPPED = `${BREAK}(?:[a-zà-ÿ]{1,16} ){0,2}(?:is|was|ist|war|lautet|luidt|est|es|era|é|è|är|er|jest)`;

/** Whose a value is, behind a preposition: a server, or a user with a digit or masked. */
const OF_OWNER =
  "(?<= (?:for|of|at|für|von|voor|van|för|til|pour|de|del|di|do|da|para|per|pentru|dla|od|k|от|для|user|server|host)) " +
  String.raw`(?=[\w.-]{0,60}[\d.\u007f])[\w\u007f][\w.\u007f-]{1,59}(?= )`;

/** Adverbs between the verb and the value. */
const ADVERB = alternativesOf({
  spoken: "u[hm]+,?|erm,?|ähm?,?|euh,?",
  en: "still|now|actually|currently|always|previously",
  de: "jetzt|noch|nun|immer|bisher|früher|derzeit|aktuell|übrigens",
  fr: "maintenant|toujours|actuellement",
  "es, it, pt": "ahora|siempre|actualmente|attualmente|atualmente",
});

/** Separators in a sentence, after a few plain words: ` for the wifi is `, `: `. */
export const SENTENCE = [
  // Key ID: 1234abcd-…, but the ID of a session is one of its secrets.
  String.raw`(?!(?<=[Kk]ey|KEY|[Tt]oken|TOKEN) (?:[Ii][Dd]|[Ii]dentifier)s?\b)(?:'s)?`,
  // Nothing after the words begins with a letter, so it need not be tried within one.
  String.raw`(?:,? [A-Za-z\u00c0-\u1fff'-]{1,20}(?![A-Za-z])){0,6}`,
  // Whose it is: an address, a name with a digit, a remark.
  String.raw`(?: [\w.+-]{1,40}@[\w.-]{1,60}(?=[: ])| (?=[\w.-]{0,60}[\d.\u007f])[\w.\u007f-]{1,60}(?=: )|${OF_OWNER})?`,
  String.raw`(?: (?:\([A-Za-z][A-Za-z0-9 ,./#-]{0,30}\)|\[[\w.@-]{1,40}\]|<[\w.@-]{1,40}>|\\{0,3}["'][\w.@-]{1,40}\\{0,3}["'])(?=:))?`,
  `(?:${[
    `(?: (?:${VERB})|${WRAPPED})(?:[: ]|(?=\r?\n)|, (?=u[hm]|erm))(?:(?:${ADVERB}) )?`,
    String.raw`(?:(?:ของ|ใหม่)[\u0e00-\u0e7f]{0,12})?คือ:? ?`,
    ":",
  ].join("|")})`,
  String.raw`[ \t]{0,3}(?:${BREAK}[ \t]{0,4}){0,2}(?:${TAG}|\*\*(?=\S)|${GUILLEMET})?${FENCE}`,
].join("");

/**
 * `パスワードを … に変更`: what a password is set to; not where it is stored or read from, or what is done
 * with it.
 */
const SET_TO = String.raw`を(?=[ \t「『"]{0,3}[!-~]{4,64}[ \t」』"]{0,2}[にへ](?:変|設|更|再|リセ|し))`;
/** `密码“…”`, `パスワード「…」`: the value in quotes right behind a name that no quote closes. */
const QUOTED = String.raw`(?<=[\u2e80-\uffff])(?=["「『][\w!#$%&*@^][^\s"「」『』]{3,63}["」』])`;
export const CHINESE = String.raw`[ \t]{0,2}(?:是|为|為|は、?|が|${SET_TO}|[이가은는]|改成了?|改为|设置?为|設為|${QUOTED})[ \t]{0,2}`;
/** A form part, or a label above its value, perhaps underlined: one or two line breaks. */
export const FORM_PART = String.raw`(?:${BREAK}[=~-]{3,72}(?=\\|\r?\n))?${BREAK}{1,2}(?=[^\s])`;
/** A call with the value in quotes: `.setPassword("…")`. */
export const CALL = String.raw`\([ \t]{0,2}N?(?=\\{0,3}["'])`;
/** A tag around a code. */
const CODE_TAG = "<(?:b|strong|code|em|kbd|tt|samp)>";
/** Only whitespace, a dash or a bracket: `password (Falcon#4631)`, `the password's Falcon#4631`. */
export const SPACE = [
  String.raw`(?:'s)?(?:\t{1,16}|[ \t]{1,24})(?:-{1,2}[ \t]{1,2}|\(|\*\*(?=\S)|${CODE_TAG})?`,
  CODE_TAG,
  String.raw`\((?=[^\s()"'\u007f]{8,64}\))`,
].join("|");
