/** What a JSON text says; undefined when it is none. */
export function said(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** What stands inside of a JSON string, without its escapes (RFC 8259, 7). */
export function unescaped(inside: string): string {
  return String(said(`"${inside}"`) ?? inside);
}
