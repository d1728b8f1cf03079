/** What servers say that do not name a format: nothing, or what a `Response` made of a string has. */
const UNTOLD = /^(?:$|text\/plain|application\/octet-stream)/;

/**
 * Whether a media type leaves open what the body is. Clients parse such a body as what they asked
 * for.
 */
export function isUntold(contentType: string | null): boolean {
  return UNTOLD.test(contentType?.toLowerCase() ?? "");
}

/** Whether a body of this type may be a stream, as far as the type tells. */
export function mayStream(contentType: string | null): boolean {
  return /event-?stream|ndjson/i.test(contentType ?? "") || isUntold(contentType);
}

/** How a stream of server-sent events begins: with a field, or with a comment. */
const EVENTS = /^\s*(?:data|event|id|retry)?:/;

/** Whether a body without a named format is server-sent events, which no JSON text begins like. */
export function beginsLikeEvents(text: string): boolean {
  return EVENTS.test(text);
}

/** The first characters of {@link EVENTS}. */
const FIRST_OF_EVENTS: ReadonlySet<number> = new Set(
  Array.from("deir:", (each) => each.charCodeAt(0)),
);

/** The same as far as the first byte that is not whitespace tells. */
export function mayBeginEvents(byte: number): boolean {
  return FIRST_OF_EVENTS.has(byte);
}
