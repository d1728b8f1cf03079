import { ignoreLateRejection } from "../../base/late-rejection.ts";
import type { MaskedSpan, MaskedText, Masker, MaskingSession } from "../../masking/masker.ts";
import type { Prompt } from "../../providers/provider.ts";
import type { Segment } from "../../types.ts";
import { Cancellation } from "../cancellation.ts";
import { KnownValues } from "./known-values.ts";

/** How long a masker may take, and what aborts it. */
export interface MaskingLimits {
  /** Milliseconds for the whole prompt. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  /** Its `abandon` ends the wait as if it took too long. */
  readonly record?: { abandon: (() => void) | undefined } | undefined;
}

/** A prompt with placeholders in the place of what its masker found. */
export interface MaskedPrompt {
  readonly prompt: Prompt;
  /** Whether any text differs from what the app wrote. */
  readonly changed: boolean;
  /** Masks the other texts of this lifecycle, such as its answer. */
  readonly session: MaskingSession;
}

/**
 * Masks every text of a prompt, each value by the same placeholder throughout. Rejects with what
 * the masker threw, with a `TimeoutError`, or with the reason of the signal.
 */
export async function maskPrompt(
  masker: Masker,
  prompt: Prompt,
  limits: MaskingLimits,
): Promise<MaskedPrompt> {
  // What the model said earlier holds placeholders of ours; they are to be known again.
  const said = prompt.segments.filter(({ role }) => !MODEL_ROLES.has(role));
  const { session, reserved } = openSession(
    masker,
    said.map(({ text }) => text),
  );
  const given = [...prompt.segments, ...namesOf(prompt)];
  const shown = await withinLimits(limits, async () => {
    if (reserved !== undefined) await reserved;
    return maskSegments(session, given);
  });
  const changed = shown.some((segment, index) => segment !== given[index]);
  if (!changed) return { prompt, changed, session };
  const { length } = prompt.segments;
  const names = prompt.names && shown.slice(length).map(({ text }) => text);
  return { prompt: { ...prompt, segments: shown.slice(0, length), names }, changed, session };
}

/** A session, and what it has to be waited for until it knows the texts it was opened for. */
export interface OpenedSession {
  readonly session: MaskingSession;
  readonly reserved: Promise<unknown> | undefined;
}

/**
 * Opens a session for `texts`. Maskers of users are asynchronous also where they should not be: a
 * session or vault that is a promise is refused where it is used, when nobody would hear what it
 * rejects with any more, and no text is masked before a `reserve` that is one has succeeded.
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

/** What providers call the model where it speaks: most the one, Google the other. */
const MODEL_ROLES: ReadonlySet<string> = new Set(["assistant", "model"]);

/** Last, so that what the texts say is numbered alike with names and without. */
function namesOf({ names = [] }: Prompt): Segment[] {
  return names.map((text) => ({ role: "name", kind: "text", text }));
}

/** One after the other, because the vault gives out numbers in the order of asking. */
async function maskSegments(
  session: MaskingSession,
  segments: readonly Segment[],
): Promise<readonly Segment[]> {
  const known = new KnownValues(session.vault);
  const texts: string[] = [];
  for (const segment of segments) {
    const text = masked(session, known.hideEscaped(segment.text));
    texts.push(isPromise(text) ? await text : text);
  }
  // Last, because a later message may have told what an earlier one only held.
  return segments.map((segment, index) => {
    const text = known.hide(texts[index] ?? "");
    return text === segment.text ? segment : { ...segment, text };
  });
}

/**
 * A text that is said after the provider was called. Undefined where it cannot be shown: a
 * masker that fails there, or does not answer within `deadlineMs`, costs telemetry its content,
 * never the app its answer.
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

/** What `work` resolves to. Rejects with a `TimeoutError`, or with the reason of the signal. */
export async function withinLimits<T>(limits: MaskingLimits, work: () => Promise<T>): Promise<T> {
  const cancellation = new Cancellation(limits.signal);
  const { record } = limits;
  const giveUp = (): void => cancellation.abort(lateError());
  const timer = setTimeout(giveUp, limits.deadlineMs);
  if (record !== undefined) record.abandon = giveUp;
  try {
    return await cancellation.race(work());
  } finally {
    clearTimeout(timer);
    if (record !== undefined) record.abandon = undefined;
    cancellation.dispose();
  }
}

function lateError(): Error {
  return new DOMException("The masker did not finish in time.", "TimeoutError");
}

/** What a session makes of a text. Throws or rejects when that is no masked text. */
export function masked(session: MaskingSession, text: string): string | Promise<string> {
  const result = session.mask(text);
  return isPromise(result)
    ? Promise.resolve(result).then((one) => textOf(one, text))
    : textOf(result, text);
}

/**
 * A masker of somebody else's may give anything; what is no text must not pass for masked, nor a
 * text that still has what its spans say was found.
 */
function textOf(result: MaskedText, original: string): string {
  const text: unknown = result?.text;
  const spans: unknown = result?.spans;
  ignoreLateRejection(text);
  ignoreLateRejection(spans);
  if (typeof text !== "string") throw new TypeError("the masker gave no text");
  // Whoever says nothing of spans may have found none; a promise of some says nothing yet.
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

/** Whether it has a `then`: maskers of users may answer with promises of any library. */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as PromiseLike<T> | undefined)?.then === "function";
}
