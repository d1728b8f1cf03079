import { type SignedTexts, signedMemoryOf } from "../../masking/restore/signed-memory.ts";
import type { AnyVault } from "../../masking/vault.ts";
import type { Prompt } from "../../providers/provider.ts";
import type { OnSigned } from "../../providers/signed-texts.ts";
import type { Gate } from "../gate.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import { awaitMasker } from "./await-masker.ts";
import { maskPrompt } from "./mask.ts";
import { MaskedCall } from "./masked-call.ts";
import { conceal, textsOf } from "./masked-context.ts";
import { isPromise } from "./masker-session.ts";
import { placeOf, type RecipientOf } from "./place-of.ts";
import type { Restoration } from "./restoration.ts";
import { type PromptTexts, textsToSend } from "./texts-to-send.ts";

/**
 * What {@link maskCall} needs: the texts to mask, the recipient of the request, and what cancels
 * it.
 */
interface CallToMask {
  readonly prompt: Prompt;
  readonly recipientOf?: RecipientOf | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The texts of an approval, or the one text that the guard made of all of them. */
type ApprovedTexts = PromptTexts & { readonly collapsed?: string | undefined };

/** A masked prompt and the masking that continues after it. */
export interface MaskingResult {
  /** With placeholders, as everybody outside the app may see it. */
  readonly prompt: Prompt;
  /** The approved texts in the form that is sent to the provider. */
  toSend(approved: ApprovedTexts): PromptTexts;
  /** Kept by the lifecycle. */
  readonly masking: MaskedCall;
}

/**
 * Masks the texts of a call, and remembers what must be hidden in later ones. Rejects with the
 * masker's error, a `TimeoutError`, or the signal's reason.
 */
export async function maskCall(
  { services }: Gate,
  { prompt, recipientOf, signal }: CallToMask,
  record: LifecycleRecord,
): Promise<MaskingResult> {
  const { rules, masker } = services;
  if (masker === undefined) throw new TypeError("there is no masker");
  const deadlineMs = rules.guardDeadlineMs;
  const limits = { deadlineMs, signal, record };
  const { prompt: masked, changed, session } = await maskPrompt(masker, prompt, limits);
  const signedWith = signedAt(services, placeOf(record.start, recipientOf));
  const onSigned = signedWith && recorderOf(signedWith);
  const restores = rules.restoreOutput && changed;
  const restoration = restores ? await loadRestoration(session.vault, onSigned) : undefined;
  // Last: only what the provider was told can be restored, and it is not told the metadata.
  const concealing = conceal(session, textsOf(record.start.context));
  const concealed = isPromise(concealing)
    ? await awaitMasker(limits, () => concealing)
    : concealing;
  return {
    prompt: masked,
    toSend(approved) {
      if (!changed) return approved;
      if (approved.rewritten) noteRewrite(restoration, masked, approved);
      return textsToSend(approved, { given: prompt, masked }, signedWith);
    },
    masking: new MaskedCall({ session, concealed, deadlineMs, onSigned, restoration }),
  };
}

/** Only of the texts that the guard changed: a conversation may be long. */
function noteRewrite(
  restoration: Restoration | undefined,
  { segments }: Prompt,
  { texts, collapsed }: ApprovedTexts,
): void {
  const before = segments.map((segment) => segment.text);
  const isOther = (_: string, at: number): boolean => before[at] !== texts[at];
  if (collapsed !== undefined) restoration?.rewritten(before, [collapsed]);
  else restoration?.rewritten(before.filter(isOther), texts.filter(isOther));
}

type SignedWith = (signature: string) => SignedTexts;

/** Returns a lookup of the signed texts known for a place; undefined if the place is unknown. */
function signedAt(services: object, place: string | undefined): SignedWith | undefined {
  if (place === undefined) return undefined;
  const memory = signedMemoryOf(services);
  return (signature) => memory.under(place, signature);
}

/**
 * A separate function, because closures of one scope share their captured variables, and this one
 * outlives the prompt.
 */
function recorderOf(signedWith: SignedWith): OnSigned {
  return (signature) => signedWith(signature).learn;
}

/** Loaded on demand. Undefined unless the vault is ours: nothing could be restored. */
async function loadRestoration(
  vault: AnyVault | undefined,
  onSigned: OnSigned | undefined,
): Promise<Restoration | undefined> {
  if (vault === undefined || !(vault.size > 0)) return undefined;
  restoring ??= await import("./open-restoration.ts");
  return restoring.openRestoration(vault, onSigned);
}

let restoring: typeof import("./open-restoration.ts") | undefined;
