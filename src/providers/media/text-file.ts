/**
 * Files that are text, as requests carry them: in base64 beside their media type, or in a `data:`
 * URL. To a model they are words like any others, so they are shown, and written back in the form
 * they came in.
 */

/** Media types of text beside `text/*` (IANA, "Media Types"): what people keep notes and tables in. */
const TEXT_TYPE =
  /^(?:text\/[\w.+-]+|application\/(?:json|jsonl|x-ndjson|ndjson|xml|yaml|x-yaml|toml|sql|javascript|x-javascript|typescript|x-sh|csv|[\w.-]+\+(?:json|xml|yaml)))$/i;

/** Of charsets, those that need no table: JSON and models' texts are UTF-8 (RFC 8259, 8.1). */
const KNOWN_CHARSET = /^(?:utf-?8|us-ascii|ascii)$/i;

/** A `data:` URL (RFC 2397): type and parameters, whether in base64, content. */
const DATA_URL = /^(data:([^,;]{0,80})((?:;[^,;]{1,80}){0,4}?)(;\s*base64)?\s*,)/i;

/** A file's words, and how others are put in their place. */
export interface TextFile {
  readonly text: string;
  /** The content with another text, in the form it had. */
  write(text: string): string;
}

/** Whether files of a declared type are text of a charset that can be read. Parameters are looked at. */
export function isTextType(declared: unknown): boolean {
  if (typeof declared !== "string" || declared.length > 200) return false;
  const [type = "", ...parameters] = declared.split(";");
  return TEXT_TYPE.test(type.trim()) && parameters.every(isReadable);
}

/**
 * A file's content as words: a `data:` URL, which says its type itself, or base64 of a `declared`
 * type. Undefined for what is no text, in another charset or not to be decoded.
 */
export function readTextFile(content: string, declared?: unknown): TextFile | undefined {
  const url = DATA_URL.exec(content);
  if (url === null) return isTextType(declared) ? inBase64(content, "") : undefined;
  const [head = "", , type = "", parameters = "", isBase64] = url;
  // Without a type it is plain text (RFC 2397, 2).
  if (!isTextType(`${type === "" ? "text/plain" : type}${parameters}`)) return undefined;
  const body = content.slice(head.length);
  return isBase64 === undefined ? inPercents(body, head) : inBase64(body, head);
}

/** The words of bytes in UTF-8, or undefined. A mark of byte order stays. */
export function utf8(bytes: ArrayBufferView | ArrayBuffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes in base64, of either alphabet, padded or not, in lines or not (RFC 4648, RFC 2045). */
export function fromBase64(content: string): Uint8Array | undefined {
  const plain = content.replace(/[\s=]+/g, "");
  const bytes = Buffer.from(plain, "base64");
  // What a stricter reader would refuse, a laxer one might read in yet another way.
  const isExact =
    withoutPadding(bytes, "base64") === plain || withoutPadding(bytes, "base64url") === plain;
  return isExact ? bytes : undefined;
}

function withoutPadding(bytes: Buffer, alphabet: "base64" | "base64url"): string {
  return bytes.toString(alphabet).replace(/=+$/, "");
}

function inBase64(content: string, head: string): TextFile | undefined {
  const bytes = fromBase64(content);
  const text = bytes === undefined ? undefined : utf8(bytes);
  if (text === undefined) return undefined;
  return { text, write: (other) => head + Buffer.from(other).toString("base64") };
}

function inPercents(content: string, head: string): TextFile | undefined {
  try {
    const text = decodeURIComponent(content);
    return { text, write: (other) => head + encodeURIComponent(other) };
  } catch {
    return undefined;
  }
}

function isReadable(parameter: string): boolean {
  const [name = "", value = ""] = parameter.split("=");
  return (
    name.trim().toLowerCase() !== "charset" || KNOWN_CHARSET.test(value.trim().replace(/"/g, ""))
  );
}
