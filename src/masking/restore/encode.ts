/**
 * How models, and servers between them and the app, write punctuation where it means something else:
 * in links (RFC 3986, 2.1), in HTML (WHATWG HTML, 13.5), and in JSON that is made for HTML, as Go's is.
 */
export type Encoding = "uri" | "html" | "json";

/**
 * Strings of JSON, one in the other, in which values are written and looked for: each of them makes
 * twice as much of every backslash.
 */
export const JSON_LAYERS = 4;

/** A value as it is written where its placeholder was. JSON escapes it by itself. */
export function encoded(value: string, encoding: Encoding | undefined): string {
  if (encoding === "uri") {
    // Halves of characters have no bytes.
    return encodeURIComponent(value.replace(/\p{Surrogate}/gu, "\ufffd"));
  }
  if (encoding !== "html") return value;
  return value.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** The inside of a string of JSON (RFC 8259, 7). */
export function escaped(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
