import { ignoreLateRejection } from "../../base/late-rejection.ts";
import { parseJson } from "../../base/parse-json.ts";
import type { MaskedSpan, MaskedText, Masker, MaskingSession } from "../../masking/masker.ts";
import { keptJson } from "../../providers/json/json-text.ts";
import type { Prompt } from "../../providers/provider.ts";
import { jsonTokens } from "../../providers/restore/json-tokens.ts";
import { TimeLimit } from "../../transport/time-limit.ts";
import type { Segment } from "../../types.ts";
import { Cancellation } from "../cancellation.ts";
import { KnownValues } from "./known-values.ts";
import { apart, inMaskingOrder, type OrderedTexts } from "./masking-order.ts";

/** Limits of a masker. */
export interface MaskingLimits {
  /** Milliseconds for the whole prompt. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  /** Its `abandon` ends the wait as if it had timed out. */
  readonly record?: { abandon: (() => void) | undefined } | undefined;
}

/** A prompt with placeholders instead of the values that the masker found. */
export interface MaskedPrompt {
  readonly prompt: Prompt;
  /** Whether any text was changed. */
  readonly changed: boolean;
  /** Masks the lifecycle's other texts, such as the answer. */
  readonly session: MaskingSession;
}

/**
 * Masks all texts of a prompt, with the same placeholder for the same value. Rejects with the
 * masker's error, a `TimeoutError`, or the signal's reason.
 */
export async function maskPrompt(
  masker: Masker,
  prompt: Prompt,
  limits: MaskingLimits,
): Promise<MaskedPrompt> {
  const ordered = inMaskingOrder(prompt);
  const { all: given, names } = ordered;
  // Earlier answers contain our own placeholders, which must be recognized.
  const firstAnswer = given.findIndex(({ role }) => MODEL_ROLES.has(role));
  const reservedLength = firstAnswer < 0 ? given.length : firstAnswer;
  const before = given.slice(0, reservedLength).filter((_, index) => !names.has(index));
  const { session, reserved } = openSession(
    masker,
    before.map(({ text }) => text),
  );
  const all = await withinLimits(limits, async () => {
    if (reserved !== undefined) await reserved;
    return maskSegments(session, ordered, reservedLength);
  });
  const changed = all.some((segment, index) => segment !== given[index]);
  if (!changed) return { prompt, changed, session };
  const shown = apart({ all, names });
  return { prompt: { ...prompt, ...shown, names: prompt.names && shown.names }, changed, session };
}

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

/** Role names of the model: `model` with Google, `assistant` with the other providers. */
const MODEL_ROLES: ReadonlySet<string> = new Set(["assistant", "model"]);

/** Whether the app may have got parts of this text from `restoreOutput`, or from a tool it called. */
function mayBeRestored({ role, kind }: Segment): boolean {
  return MODEL_ROLES.has(role) || kind === "tool_result";
}

function hideRestored(known: KnownValues, text: string): string {
  const hidden = known.hideShort(text);
  if (hidden === text || typeof parseJson(text) !== "object") return hidden;
  // Restored values are in the strings of JSON; a number is another one that happens to be equal.
  let shown = "";
  let copied = 0;
  for (const { from, to, inside } of jsonTokens(text)) {
    if (inside === undefined) continue;
    shown += text.slice(copied, from) + known.hideShort(text.slice(from, to));
    copied = to;
  }
  return shown + text.slice(copied);
}

/**
 * Sequential, because the vault numbers placeholders in the order of requests. Placeholders in the
 * first `reserved` segments are not used. What follows may quote them, as answers do that were not
 * restored, and tools that were called with them: only others are reserved there, such as those that
 * a model has invented, and no earlier value changes its own.
 */
async function maskSegments(
  session: MaskingSession,
  { all: segments, order }: OrderedTexts,
  reserved: number,
): Promise<readonly Segment[]> {
  const known = new KnownValues(session.vault);
  const texts: string[] = [];
  for (const index of order) {
    const segment = segments[index] as Segment;
    if (index >= reserved) {
      const reserving: unknown = session.reserve(segment.text);
      if (isPromise(reserving)) await reserving;
    }
    const text = masked(session, known.hideEscaped(segment.text));
    texts[index] = isPromise(text) ? await text : text;
  }
  // A second pass, because a later message may have revealed that a part of an earlier one is a
  // secret.
  return segments.map((segment, index) => {
    const hidden = known.hide(texts[index] ?? "");
    const text = keptJson(segment, mayBeRestored(segment) ? hideRestored(known, hidden) : hidden);
    return text === segment.text ? segment : { ...segment, text };
  });
}

/**
 * Masks a text that occurs after the provider was called. Undefined if it cannot be shown: a masker
 * that fails or exceeds `deadlineMs` at this point costs the event its content, but never the app
 * its answer.
 */
export function maskLater(
  session: MaskingSession,
  text: string,
  deadlineMs: number,
): string | undefined | Promise<string | undefined> {
  try {
    const result = masked(session, text);
    const known = new KnownValues(session.vault);
    if (!isPromise(result)) return known.hide(result);
    const work = async (): Promise<string> => known.hide(await result);
    return withinLimits({ deadlineMs, signal: undefined }, work).catch(() => undefined);
  } catch {
    return undefined;
  }
}

/** The result of `work`. Rejects with a `TimeoutError` or the signal's reason. */
export async function withinLimits<T>(limits: MaskingLimits, work: () => Promise<T>): Promise<T> {
  const cancellation = new Cancellation(limits.signal);
  const { record } = limits;
  const giveUp = (): void => cancellation.abort(lateError());
  const limit = new TimeLimit({ expire: giveUp }, limits.deadlineMs, true);
  if (record !== undefined) record.abandon = giveUp;
  try {
    return await cancellation.race(work());
  } finally {
    limit.clear();
    if (record !== undefined) record.abandon = undefined;
    cancellation.dispose();
  }
}

function lateError(): Error {
  return new DOMException("The masker did not finish in time.", "TimeoutError");
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
