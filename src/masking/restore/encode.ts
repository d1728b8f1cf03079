/**
 * How models, and servers between them and the app, write punctuation that has a special meaning:
 * in links (RFC 3986, 2.1), in HTML (WHATWG HTML, 13.5), and in HTML-safe JSON such as Go's.
 */
export type Encoding = "uri" | "html" | "json";

/**
 * Maximum depth of nested JSON strings in which values are written and searched. Each level doubles
 * every backslash.
 */
export const JSON_LAYERS = 4;

/** A value in the encoding of the placeholder that it replaces. Escaping for JSON is separate. */
export function encoded(value: string, encoding: Encoding | undefined): string {
  if (encoding === "uri") {
    // Lone surrogates cannot be encoded.
    return encodeURIComponent(value.toWellFormed());
  }
  if (encoding !== "html") return value;
  return value.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** The content of a JSON string (RFC 8259, 7), without its quotes. */
export function escaped(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
