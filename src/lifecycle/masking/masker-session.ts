import { ignoreLateRejection } from "../../base/late-rejection.ts";
import type { MaskedSpan, MaskedText, Masker, MaskingSession } from "../../masking/masker.ts";

/** A session, and what must be awaited before its first use. */
export interface OpenedSession {
  readonly session: MaskingSession;
  readonly reserved: Promise<unknown> | undefined;
}

/**
 * Opens a session for `texts`. Custom maskers may return promises where a value is required: a
 * session or vault that is a promise fails where it is used, so its own rejection is ignored here.
 * Texts are masked only after all promises returned by `reserve` have succeeded.
 */
export function openSession(masker: Masker, texts: readonly string[]): OpenedSession {
  const session = masker.open();
  ignoreLateRejection(session);
  ignoreLateRejection(session.vault);
  const waiting: Promise<unknown>[] = [];
  for (const text of texts) {
    const answer: unknown = session.reserve(text);
    ignoreLateRejection(answer);
    if (isPromise(answer)) waiting.push(answer);
  }
  if (waiting.length === 0) return { session, reserved: undefined };
  const reserved = Promise.all(waiting);
  ignoreLateRejection(reserved);
  return { session, reserved };
}

/** The text as masked by a session. Throws or rejects if the result is not a masked text. */
export function masked(session: MaskingSession, text: string): string | Promise<string> {
  const result = session.mask(text);
  return isPromise(result)
    ? Promise.resolve(result).then((one) => textOf(one, text))
    : textOf(result, text);
}

/** Validates the result of a custom masker: it must be a string, and must match its own spans. */
function textOf(result: MaskedText, original: string): string {
  const text: unknown = result?.text;
  const spans: unknown = result?.spans;
  ignoreLateRejection(text);
  ignoreLateRejection(spans);
  if (typeof text !== "string") throw new TypeError("the masker gave no text");
  // Missing spans mean that nothing was found; a promise of spans means nothing yet.
  if (isPromise(spans)) throw new TypeError("the masker gave a promise of spans");
  if (result.spans?.length > 0 && text !== withPlaceholders(original, result.spans)) {
    throw new TypeError("the masker's text is not what its spans say");
  }
  return text;
}

function withPlaceholders(text: string, spans: readonly MaskedSpan[]): string {
  let masked = "";
  let copied = 0;
  for (const { start, end, placeholder } of spans) {
    if (!(start >= copied && end > start && end <= text.length)) throw new RangeError("span");
    masked += text.slice(copied, start) + placeholder;
    copied = end;
  }
  return masked + text.slice(copied);
}

/** Whether it has a `then` method: custom maskers may use promises of any library. */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as PromiseLike<T> | undefined)?.then === "function";
}
