import { BREAK, REST_OF_LINE } from "../../../text/lines.ts";
import { alternativesOf } from "../../../text/word-tables.ts";
import { EMPHASIS, FENCE, OPENED } from "./between-in-markup.ts";

/** What stands between a name and its value in code and configuration: types, operators, keys. */

/** A type between a variable and its operator: `token: string =`, `char token[] =`. */
export const TYPE = [
  String.raw`(?:\[\d{0,4}\])?`,
  String.raw`(?:[ \t]{0,4}:?[ \t]{0,2}(?:${alternativesOf({
    "T-SQL": String.raw`[Nn]?(?:VARCHAR|varchar)\((?:\d{1,4}|MAX|max)\)`,
    "Rust, Zig": String.raw`&(?:'static )?str|\[\]const u8|&(?:'static )?\[u8(?:; ?\d{1,3})?\]`,
    "several languages": "string|String|str|char|bytes|any",
    Python: String.raw`SecretStr|StrictStr|Text|Any|Final(?:\[str\])?|(?:Optional|ClassVar)\[str\]`,
  })})(?:[ \t]?\|[ \t]?\w{1,12}){0,2}(?=[ \t]{0,4}=))?`,
].join("");

/** Files and commands that align their values leave a gap as wide as the longest name. */
const GAP = String.raw`[ \t]{0,80}`;

/** What separates a name from its value. */
const OPERATOR = alternativesOf({
  // `get("token") or "…"`, `token | default "…"`, `var("TOKEN").unwrap_or("…")`
  "fallback for a name without a value": [
    String.raw`(?<=[)\]][ \t]?)or(?=[ \t]["'])|\|[ \t]?default:?(?=[ \t]?\(?["'])`,
    String.raw`\.(?:unwrap_or|getOrElse|orElse)(?=\(["'])`,
    String.raw`\.unwrap_or_else\(\|\w?\|(?=[ \t]?["'])`,
  ],
  // `Password . . . . : …`, `Password ..... …`
  "dot leaders up to a colon or the value": [
    String.raw`(?:(?: ?\.){3,40} ?:|(?: ?\.){5,40}(?= [\w!#$%&*@^]))`,
  ],
  assignments: [
    String.raw`::?:?=|::(?=[ \t])|\|\|=?|\?\?=?|\?=|\?:(?=[ \t]{0,2}["'])|\.=|\+=|<-`,
    "={1,3}(?:>|&gt;)?|!==?|:|,|\\|",
  ],
  "TeX and templates": String.raw`&(?=[ \t][^\s&]{4,64}[ \t]{0,4}\\\\)|\}\{(?=\w)|(?<=\\[A-Za-z]{2,24})\{(?=[\w!#%^*$@])`,
  "PHP's serialization": String.raw`;s:\d{1,4}:(?=\\{0,3}")`,
  arrows: "->|[→➜➡➔⇒⟶]|👉|-&gt;|&lt;-|&gt;",
  "percent-encoded colon or equals sign": "%(?:25){0,2}3[AaDd]",
});

/** What wraps or tags a value: options, lists, calls, block scalars and tags of YAML. */
const WRAPPER = alternativesOf({
  // In debuggers, a pointer precedes what it points to.
  options: String.raw`(?:Optional|Some)[[(]|(?:Some|Just|chr|0x[\da-f]{2,16})[ ](?=")|String by lazy \{ ?(?=")`,
  lists: String.raw`\[(?!\]|={0,2}\[[\w!#%^*$@])[ \t]{0,4}`,
  calls: String.raw`\((?=(?:${BREAK}[ \t]{0,24})?\\{0,7}["'])`,
  YAML: String.raw`[|>][+-]?(?=${BREAK})|!(?:unsafe|Sub|!str|!binary) |(?<=: )&[\w-]{1,24} `,
});

/** An operator, and what opens between it and the value. */
export const SYMBOL = [
  `${GAP}(?:${OPERATOR})${EMPHASIS}${GAP}${OPENED}(?:${WRAPPER})?`,
  String.raw`(?:(?:${BREAK}|<br ?/?>)[ \t]{0,24}){0,2}${FENCE}`,
].join("");

/** A C# property with its initial value: `Token { get; set; } =`. */
export const PROPERTY = `(?:${[
  String.raw`[ \t]{1,4}(?:by lazy )?\{(?:` +
    String.raw` ?get; ?(?:private |protected |internal )?(?:set|init)?;? ?\} ?= ?| ?(?=["']))`,
  String.raw`\{(?=")`,
].join("|")})`;

/** The default of a variable: `variable "token" {`, a few lines, `default =`. */
export const DEFAULT = [
  String.raw`[ \t]{0,4}\{[ \t]{0,8}${BREAK}`,
  String.raw`(?:[ \t]{0,12}\w{1,20}[ \t]{1,12}=${REST_OF_LINE}${BREAK}){0,3}`,
  String.raw`[ \t]{0,12}default[ \t]{0,12}=[ \t]{0,12}`,
].join("");

/** A quote around a key, escaped or not. */
const KEY_QUOTE = String.raw`(?:\\{0,7}["'])?`;

/**
 * Other fields of a setting before its value, in templates and schemas: `Type: String`, `"NoEcho":
 * true,`.
 */
const ABOUT = [
  `(?:${KEY_QUOTE}`,
  "(?:[Tt]ype|[Dd]escription|NoEcho|[Mm](?:in|ax)Length|[Ss]ensitive|[Ff]ormat|[Tt]itle|[Rr]equired)",
  String.raw`${KEY_QUOTE}[ \t]{0,8}[:=][^,\r\n]{1,120}(?:,|\r?\n)\s{0,24}){0,5}`,
].join("");

/**
 * The value under a key of its own, next to the name: `name: X`, `value: …`; `--name X --value …`;
 * `/v X /d …`.
 */
export const NEXT_KEY = `(?:${alternativesOf({
  key:
    String.raw`(?:,|[ \t]?[:=]?[ \t]?\{|:(?=[ \t]{0,2}\r?\n))?(?:[ \t]|\r?\n|\\{1,4}[nrt]){0,40}` +
    `${ABOUT}${KEY_QUOTE}` +
    String.raw`(?:(?:Parameter|Option)?[Vv]alue|(?:[vS]|string)(?=\\{0,7}["'])|stringValue|[Dd]efault|plaintext|content)` +
    String.raw`${KEY_QUOTE}[ \t]{0,4}[:=][ \t]{0,4}`,
  option:
    String.raw`(?:[ \t]--?[\w-]{1,24}[ =][\w.:/-]{1,48}){0,3}[ \t]{1,4}` +
    "--?(?:[Vv]alue|body|secret-string|plaintext)[ =]",
  "data of the Windows registry": String.raw`(?:[ \t]/t[ \t]REG_\w{2,10})?[ \t]/d[ \t]`,
})})`;
