/**
 * Text files in requests: base64 next to a media type, or a `data:` URL. A model reads them like
 * any other text, so they are shown to the guard, and written back in their original encoding.
 */

/**
 * Media types of text other than `text/*` (IANA, "Media Types"): common formats of notes and
 * tables.
 */
const TEXT_TYPE =
  /^(?:text\/[\w.+-]+|application\/(?:json|jsonl|x-ndjson|ndjson|xml|yaml|x-yaml|toml|sql|javascript|x-javascript|typescript|x-sh|csv|[\w.-]+\+(?:json|xml|yaml)))$/i;

/**
 * Charsets that can be decoded without a table: JSON and models' texts are UTF-8 (RFC 8259, section
 * 8.1).
 */
const KNOWN_CHARSET = /^(?:utf-?8|us-ascii|ascii)$/i;

/** A `data:` URL (RFC 2397): type and parameters, whether in base64, content. */
const DATA_URL = /^(data:([^,;]{0,80})((?:;[^,;]{1,80}){0,4}?)(;\s*base64)?\s*,)/i;

/** The text of a file, and how to replace it. */
export interface TextFile {
  readonly text: string;
  /** The content with another text, in the original encoding. */
  write(text: string): string;
}

/** Whether a declared type is text in a supported charset. Considers parameters. */
export function isTextType(declared: unknown): boolean {
  if (typeof declared !== "string" || declared.length > 200) return false;
  const [type = "", ...parameters] = declared.split(";");
  return TEXT_TYPE.test(type.trim()) && parameters.every(isReadable);
}

/**
 * The text of a file: of a `data:` URL with its own type, or of base64 with a `declared` type.
 * Undefined if it is not text, in an unsupported charset or invalid.
 */
export function readTextFile(content: string, declared?: unknown): TextFile | undefined {
  const url = DATA_URL.exec(content);
  if (url === null) return isTextType(declared) ? inBase64(content, "") : undefined;
  const [head = "", , type = "", parameters = "", isBase64] = url;
  // Without a type it is plain text (RFC 2397, section 2).
  if (!isTextType(`${type === "" ? "text/plain" : type}${parameters}`)) return undefined;
  const body = content.slice(head.length);
  return isBase64 === undefined ? inPercents(body, head) : inBase64(body, head);
}

/** Decodes UTF-8; undefined if it is invalid. A byte order mark stays. */
export function utf8(bytes: ArrayBufferView | ArrayBuffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Decodes base64 in either alphabet, padded or not, with or without line breaks (RFC 4648, RFC
 * 2045).
 */
export function fromBase64(content: string): Uint8Array | undefined {
  const plain = content.replace(/\s+/g, "").replace(/={1,2}$/, "");
  const bytes = Buffer.from(plain, "base64");
  // Content that a strict decoder would reject may be decoded differently by lenient ones.
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
