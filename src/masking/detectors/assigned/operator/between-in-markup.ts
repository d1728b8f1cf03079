import { BREAK } from "../../../text/lines.ts";

/** What stands between a name and its value in markup: tags, emphasis, code blocks, cells. */

/** Guillemets: French, with a space inside, and German. */
export const GUILLEMET = "[«»‹›] ?";
/** A tag around the value alone: `<code>…`, `<span style="…">…`. */
export const TAG = String.raw`<(?:b|strong|code|em|i|u|kbd|tt|samp|span|font)(?: [^<>\n]{0,80})?>`;
/** What opens before the value, emphasis or a quote: `<code>…`, `\texttt{…`, `« …`. */
export const OPENED = String.raw`(?:${TAG}|\*\*(?=\S)|\\texttt\{|\\textbf\{|${GUILLEMET})?`;
/** A code block that contains only the value. */
export const FENCE = `(?:\`\`\`\\w{0,12}${BREAK})?`;

/**
 * Emphasis that closes after a colon: `**Password:** …`, `*Password:* …`, `<b>Password:</b> …`,
 * `\textbf{Password:} …`.
 */
export const EMPHASIS = `(?:${[
  String.raw`\*\*|__|</(?:b|strong|em|dt|th|code|label|span)>`,
  String.raw`(?<=:)(?:[*}](?=[ \t])|[ \t]?\\b0)`,
].join("|")})?`;

/** Quotes and brackets that close after the name. V8 would unroll a loop of up to three. */
export const CLOSERS = [
  `(?:${[
    String.raw`\\{0,7}["'\`]|\]|\)|\}(?= ?=)|\*\*|\*(?=[:=\n])|__`,
    String.raw`</(?:b|strong|em|i|code|label|span)>(?=[ \t]?[:=])`,
  ].join("|")}){0,4}`,
  // A member that PHP prints is not public: `["password":protected]=>`, `[password:User:private] =>`.
  String.raw`(?::(?:\\{0,3}"?[A-Z][\w\\]{0,60}\\{0,3}"?:)?(?:protected|private)\](?=[ ]?=>))?`,
  // The member of an object: `config["token"]["value"] = …`.
  String.raw`(?:\[["'][\w-]{1,32}["']\](?=[ \t]{0,2}=[^=]))?`,
].join("");

/** A line break and an indent. */
const NEW_LINE = String.raw`(?:${BREAK}[ \t]{0,24})?`;

/** The attributes and the end of a tag that the name opens, and of one around the value. */
export const OPEN_TAG = [
  String.raw`(?:[ \t][\w:.-]{1,24}=(?:\\{0,3}"[^"<>\n]{0,100}"|'[^'<>\n]{0,100}')){0,4}>`,
  String.raw`[ \t]{0,12}${NEW_LINE}(?:<(?:[Vv]alue|string|text)>)?`,
].join("");

/**
 * The value in the next attribute, or in an attribute of the next element: `<name="X"/>
 * <value="…"`.
 */
export const VALUE_ATTRIBUTE = [
  String.raw`(?:[ \t]{1,4}|[ \t]?/>[ \t]{0,4}${NEW_LINE}<)`,
  String.raw`(?:android:)?(?:value|secret|secret_value|content)[ \t]{0,2}=[ \t]{0,2}(?=\\{0,3}["'])`,
].join("");

/** The next cell, definition or string: `<td>X</td><td>…`, `<key>X</key><string>…`. */
export const NEXT_ELEMENT = [
  ":?(?:</(?:b|strong|em|span)>(?=</t))?",
  "</(?:[Kk]ey|(?:[a-z]{3,8}-){0,2}name|td|th|dt|b|strong|label|span|code|string)>:?",
  String.raw`[ \t]{0,12}${NEW_LINE}`,
  String.raw`<(?:string|(?:[a-z]{3,8}-){0,2}[Vv]alue|td|dd|span|code)(?:[ \t][^<>\n]{0,60})?>`,
  String.raw`${NEW_LINE}(?:<(?:code|b|strong|kbd|span|string)(?: [^<>\n]{0,60})?>)?`,
].join("");

/** The next cell or text run in the XML of a workbook or a document (ECMA-376). */
export const NEXT_RUN = [
  String.raw`:? ?</(?:[aw]:)?t>(?:\s{0,8}</(?:is|c|[aw]:(?:r|p|tc))>){1,4}`,
  String.raw`(?:\s{0,8}<(?:is|c|[aw]:(?:r|p|tc))(?: [^<>\n]{0,60})?>){1,4}`,
  String.raw`\s{0,8}<(?:[aw]:)?t(?: [^<>\n]{0,30})?>`,
].join("");
