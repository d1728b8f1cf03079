import { compiled } from "../../pattern/compiled.ts";
import { codeAt, isLetterAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { BREAK, REST_OF_LINE } from "./lines.ts";

/**
 * What can separate a name from its value, in configuration, code, markup and sentences. Every
 * quantifier is bounded, and the alternatives of a repetition begin differently.
 */

/** Quotes and brackets that close after the name. V8 would unroll a loop of up to three. */
const CLOSERS = String.raw`(?:\\{0,7}["'\`]|\]|\)|\}(?= ?=)|\*\*|\*(?=[:=\n])|__|</(?:b|strong|em|i|code|label|span)>(?=[ \t]?[:=])){0,4}(?:\[["'][\w-]{1,32}["']\](?=[ \t]{0,2}=[^=]))?`;
/** What the value is for, in brackets: `API key (staging): …`. */
const REMARK = String.raw`(?: #?\d{1,2}(?=[:=] ))?(?: [([][A-Za-z][A-Za-z\u00c0-\u024f0-9 ,./#-]{0,30}[)\]](?=[ \t]?[:=]| is ))?`;
const TYPE = String.raw`(?:\[\d{0,4}\])?(?:[ \t]{0,4}:?[ \t]{0,2}(?:[Nn]?(?:VARCHAR|varchar)\((?:\d{1,4}|MAX|max)\)|&(?:'static )?str|\[\]const u8|&(?:'static )?\[u8(?:; ?\d{1,3})?\]|string|String|str|char|bytes|any|SecretStr|StrictStr|Text|Any|Final(?:\[str\])?|(?:Optional|ClassVar)\[str\])(?:[ \t]?\|[ \t]?\w{1,12}){0,2}(?=[ \t]{0,4}=))?`;
/**
 * Emphasis that closes after a colon: `**Password:** …`, `<b>Password:</b> …`, `\textbf{Password:}
 * …`.
 */
const EMPHASIS = String.raw`(?:\*\*|__|</(?:b|strong|em|dt|th|code|label|span)>|(?<=:)(?:\}(?=[ \t])|[ \t]?\\b0))?`;
/** Guillemets: French, with a space inside, and German. */
const GUILLEMET = "[«»‹›] ?";
/** A tag around the value alone: `<code>…`, `<span style="…">…`. */
const TAG = String.raw`<(?:b|strong|code|em|i|u|kbd|tt|samp|span|font)(?: [^<>\n]{0,80})?>`;
/** What opens before the value, emphasis or a quote: `<code>…`, `\texttt{…`, `« …`. */
const OPENED = String.raw`(?:${TAG}|\*\*(?=\S)|\\texttt\{|\\textbf\{|${GUILLEMET})?`;
/** Files and commands that align their values leave a gap as wide as the longest name. */
const GAP = String.raw`[ \t]{0,80}`;
/** A code block that contains only the value. */
const FENCE = `(?:\`\`\`\\w{0,12}${BREAK})?`;
/**
 * The fallback for a name without a value: `get("token") or "…"`, `token | default "…"`,
 * `var("TOKEN").unwrap_or("…")`.
 */
const FALL_BACK = String.raw`(?<=[)\]][ \t]?)or(?=[ \t]["'])|\|[ \t]?default:?(?=[ \t]?\(?["'])|\.(?:unwrap_or|getOrElse|orElse)(?=\(["'])|\.unwrap_or_else\(\|\w?\|(?=[ \t]?["'])`;
/** Dot leaders up to a colon or the value: `Password . . . . : …`, `Password ..... …`. */
const LEADERS = String.raw`(?:(?: ?\.){3,40} ?:|(?: ?\.){5,40}(?= [\w!#$%&*@^]))`;
const SYMBOL = String.raw`${GAP}(?:${FALL_BACK}|${LEADERS}|::?:?=|::(?=[ \t])|\|\|=?|\?\?=?|\}\{(?=\w)|(?<=\\[A-Za-z]{2,24})\{(?=[\w!#%^*$@])|\?=|\?:(?=[ \t]{0,2}["'])|\.=|\+=|<-|={1,3}(?:>|&gt;)?|!==?|;s:\d{1,4}:(?=\\{0,3}")|->|[→➜➡➔⇒⟶]|👉|-&gt;|&lt;-|:|,|\||&gt;|%(?:25){0,2}3[AaDd])${EMPHASIS}${GAP}${OPENED}(?:(?:Optional|Some)[[(]|String by lazy \{ ?(?=")|\[(?!\]|={0,2}\[[\w!#%^*$@])[ \t]{0,4}|\((?=(?:${BREAK}[ \t]{0,24})?\\{0,7}["'])|[|>][+-]?(?=${BREAK})|!(?:unsafe|!str) |(?<=: )&[\w-]{1,24} )?(?:(?:${BREAK}|<br ?/?>)[ \t]{0,24}){0,2}${FENCE}`;
/** A C# property with its initial value: `Token { get; set; } =`. */
const PROPERTY = String.raw`(?:[ \t]{1,4}(?:by lazy )?\{(?: ?get; ?(?:private |protected |internal )?(?:set|init)?;? ?\} ?= ?| ?(?=["']))|\{(?="))`;
const OPEN_TAG = String.raw`(?:[ \t][\w:.-]{1,24}=(?:\\{0,3}"[^"<>\n]{0,100}"|'[^'<>\n]{0,100}')){0,4}>[ \t]{0,12}(?:${BREAK}[ \t]{0,24})?(?:<(?:[Vv]alue|string|text)>)?`;
/**
 * The value in the next attribute, or in an attribute of the next element: `<name="X"/>
 * <value="…"`.
 */
const VALUE_ATTRIBUTE = String.raw`(?:[ \t]{1,4}|[ \t]?/>[ \t]{0,4}(?:${BREAK}[ \t]{0,24})?<)(?:android:)?(?:value|secret|secret_value|content)[ \t]{0,2}=[ \t]{0,2}(?=\\{0,3}["'])`;
/**
 * Other fields of a setting before its value, in templates and schemas: `Type: String`, `"NoEcho":
 * true,`.
 */
const ABOUT = String.raw`(?:(?:\\{0,7}["'])?(?:[Tt]ype|[Dd]escription|NoEcho|[Mm](?:in|ax)Length|[Ss]ensitive|[Ff]ormat|[Tt]itle|[Rr]equired)(?:\\{0,7}["'])?[ \t]{0,2}:[^,\r\n]{1,120}(?:,|\r?\n)\s{0,24}){0,5}`;
/**
 * The value under a key of its own, next to the name: `name: X`, `value: …`; `--name X --value …`;
 * `/v X /d …`.
 */
const NEXT_KEY = String.raw`(?:(?:,|[ \t]?[:=]?[ \t]?\{|:(?=[ \t]{0,2}\r?\n))?(?:[ \t]|\r?\n|\\{1,4}[nrt]){0,40}${ABOUT}(?:\\{0,7}["'])?(?:[Vv]alue|v(?=\\{0,7}["'])|stringValue|[Dd]efault|plaintext|content)(?:\\{0,7}["'])?[ \t]{0,4}[:=][ \t]{0,4}|(?:[ \t]--?[\w-]{1,24}[ =][\w.:/-]{1,48}){0,3}[ \t]{1,4}--?(?:[Vv]alue|body|secret-string|plaintext)[ =]|(?:[ \t]/t[ \t]REG_\w{2,10})?[ \t]/d[ \t])`;
/** The next cell, definition or string: `<td>X</td><td>…`, `<key>X</key><string>…`. */
const NEXT_ELEMENT = String.raw`:?(?:</(?:b|strong|em|span)>(?=</t))?</(?:[Kk]ey|(?:[a-z]{3,8}-){0,2}name|td|th|dt|b|strong|label|span|code|string)>:?[ \t]{0,12}(?:${BREAK}[ \t]{0,24})?<(?:string|(?:[a-z]{3,8}-){0,2}[Vv]alue|td|dd|span|code)(?:[ \t][^<>\n]{0,60})?>(?:${BREAK}[ \t]{0,24})?(?:<(?:code|b|strong|kbd|span)(?: [^<>\n]{0,60})?>)?`;
/** The next cell or text run in the XML of a workbook or a document (ECMA-376). */
const NEXT_RUN = String.raw`:? ?</(?:[aw]:)?t>(?:\s{0,8}</(?:is|c|[aw]:(?:r|p|tc))>){1,4}(?:\s{0,8}<(?:is|c|[aw]:(?:r|p|tc))(?: [^<>\n]{0,60})?>){1,4}\s{0,8}<(?:[aw]:)?t(?: [^<>\n]{0,30})?>`;
/** `is`, `: ` and similar separators in a sentence, after a few plain words. */
const SENTENCE = String.raw`(?:'s)?(?:,? [A-Za-z\u00c0-\u1fff'-]{1,20}){0,6}(?: [\w.+-]{1,40}@[\w.-]{1,60}(?=:)| (?=[\w.-]{0,60}[\d.\u007f])[\w.\u007f-]{1,60}(?=: ))?(?: \([A-Za-z][A-Za-z0-9 ,./#-]{0,30}\)(?=:))?(?: (?:is|was|are|be|to|will be|ist|war|wäre|lautet|es|és|est|était|era|é|è|jest|är|er|je|este|е|είναι|هي|هو|היא|הוא|है|là|ay|luidt|c'est|это|=|:|-)[: ](?:(?:still|now|currently|jetzt|noch|nun|ahora|maintenant) )?|(?:ของ[\u0e00-\u0e7f]{2,12})?คือ:? ?|:)[ \t]{0,3}(?:${BREAK}[ \t]{0,4}){0,2}(?:${TAG}|\*\*(?=\S)|${GUILLEMET})?${FENCE}`;
/** The default of a variable: `variable "token" {`, a few lines, `default =`. */
const DEFAULT = String.raw`[ \t]{0,4}\{[ \t]{0,8}${BREAK}(?:[ \t]{0,12}\w{1,20}[ \t]{1,12}=${REST_OF_LINE}${BREAK}){0,3}[ \t]{0,12}default[ \t]{0,12}=[ \t]{0,12}`;
/**
 * `パスワードを … に変更`: what a password is set to; not where it is stored or read from, or what is done
 * with it.
 */
const SET_TO = String.raw`を(?=[ \t「『"]{0,3}[!-~]{4,64}[ \t」』"]{0,2}[にへ](?:変|設|更|再|リセ|し))`;
/** `密码“…”`, `パスワード「…」`: the value in quotes right behind a name that no quote closes. */
const QUOTED = String.raw`(?<=[\u2e80-\uffff])(?=["「『][\w!#$%&*@^][^\s"「」『』]{3,63}["」』])`;
const CHINESE = String.raw`[ \t]{0,2}(?:是|为|為|は、?|が|${SET_TO}|[이가은는]|改成了?|改为|设置?为|設為|${QUOTED})[ \t]{0,2}`;
/** A form part, or a label above its value, perhaps underlined: one or two line breaks. */
const FORM_PART = String.raw`(?:${BREAK}[=~-]{3,72}(?=\\|\r?\n))?${BREAK}{1,2}(?=[^\s])`;
/** A call with the value in quotes: `.setPassword("…")`. */
const CALL = String.raw`\([ \t]{0,2}N?(?=\\{0,3}["'])`;
/** Only whitespace, a dash or a bracket: `password (Falcon#4631)`, `the password's Falcon#4631`. */
const SPACE = String.raw`(?:'s)?(?:\t{1,16}|[ \t]{1,24})(?:-{1,2}[ \t]{1,2}|\(|\*\*(?=\S)|<(?:b|strong|code|em|kbd|tt|samp)>)?|<(?:b|strong|code|em|kbd|tt|samp)>|\((?=[^\s()"'\u007f]{8,64}\))`;

const IN_SENTENCE = compiled(new RegExp(SENTENCE, "y"));

const BEHIND_NAME = compiled(
  new RegExp(
    `${CLOSERS}${REMARK}(?:(${NEXT_ELEMENT}|${NEXT_RUN}|(?!${VALUE_ATTRIBUTE})${OPEN_TAG})|(${VALUE_ATTRIBUTE}|${NEXT_KEY})|(${TYPE}${SYMBOL}|${PROPERTY}|${DEFAULT})|(${SENTENCE}|${CHINESE})|(${CALL})|(${FORM_PART})|(${SPACE}))`,
    "y",
  ),
);

/**
 * What separates a name from its value: one of the kinds below, or none of them if the value has a
 * key of its own.
 */
export interface BehindName {
  readonly size: number;
  readonly openTag: string | undefined;
  readonly symbol: string | undefined;
  readonly sentence: string | undefined;
  readonly call: string | undefined;
  readonly formPart: string | undefined;
  readonly space: string | undefined;
}

/** What most names in sentences have behind them. */
const GAP_ALONE: BehindName = {
  size: 1,
  openTag: undefined,
  symbol: undefined,
  sentence: undefined,
  call: undefined,
  formPart: undefined,
  space: " ",
};

/** Reads what follows the name that ends at `nameEnd`. Undefined if no value can follow. */
export function behindName(text: ScannedText, nameEnd: number): BehindName | undefined {
  if (isInSentence(text, nameEnd)) return ofSentence(text, nameEnd);
  BEHIND_NAME.lastIndex = nameEnd;
  const match = BEHIND_NAME.exec(text.view);
  if (match === null) return undefined;
  return {
    size: match[0].length,
    openTag: match[1],
    symbol: match[3],
    sentence: match[4],
    call: match[5],
    formPart: match[6],
    space: match[7],
  };
}

const SPACE_SIGN = 32;
const COMMA = 44;
/** Longest word read before the one after it. */
const MAX_WORD = 24;

/**
 * Whether a word of a sentence follows: one with another word or a comma behind it, so that it is
 * neither an attribute nor a type nor a key, all of which have an operator. `by lazy {` has none.
 */
function isInSentence(text: ScannedText, nameEnd: number): boolean {
  if (codeAt(text, nameEnd) !== SPACE_SIGN) return false;
  const start = nameEnd + 1;
  let end = start;
  while (end - start <= MAX_WORD && isLetterAt(text, end)) end++;
  if (end === start || text.view.startsWith("by ", start)) return false;
  const next = codeAt(text, end);
  return next === COMMA || (next === SPACE_SIGN && isLetterAt(text, end + 1));
}

function ofSentence(text: ScannedText, nameEnd: number): BehindName {
  IN_SENTENCE.lastIndex = nameEnd;
  if (!IN_SENTENCE.test(text.view)) return GAP_ALONE;
  const sentence = text.slice(nameEnd, IN_SENTENCE.lastIndex);
  const { openTag, symbol, call, formPart } = GAP_ALONE;
  return { size: sentence.length, openTag, symbol, sentence, call, formPart, space: undefined };
}
