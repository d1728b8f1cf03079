import { parseJson } from "../../base/parse-json.ts";
import type { Masker, MaskingSession } from "../../masking/masker.ts";
import { keptJson } from "../../providers/json/json-text.ts";
import type { Prompt } from "../../providers/provider.ts";
import { jsonTokens } from "../../providers/restore/json-tokens.ts";
import type { Segment } from "../../types.ts";
import { awaitMasker, type MaskingLimits } from "./await-masker.ts";
import { KnownValues } from "./known-values.ts";
import { isPromise, masked, openSession } from "./masker-session.ts";
import { apart, inMaskingOrder, type OrderedTexts } from "./masking-order.ts";

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
  const all = await awaitMasker(limits, async () => {
    if (reserved !== undefined) await reserved;
    return maskSegments(session, ordered, reservedLength);
  });
  const changed = all.some((segment, index) => segment !== given[index]);
  if (!changed) return { prompt, changed, session };
  const shown = apart({ all, names });
  return { prompt: { ...prompt, ...shown, names: prompt.names && shown.names }, changed, session };
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
    return awaitMasker({ deadlineMs, signal: undefined }, work).catch(() => undefined);
  } catch {
    return undefined;
  }
}
