import { type SignedTexts, signedMemoryOf } from "../../masking/restore/signed-memory.ts";
import type { Vault } from "../../masking/vault.ts";
import type { Prompt } from "../../providers/provider.ts";
import type { OnSigned } from "../../providers/signed-texts.ts";
import type { Gate } from "../gate.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import { isPromise, maskPrompt, withinLimits } from "./mask.ts";
import { MaskedCall } from "./masked-call.ts";
import { conceal, textsOf } from "./masked-context.ts";
import { placeOf, type RecipientOf } from "./place-of.ts";
import type { Restoration } from "./restoration.ts";
import { type PromptTexts, textsToSend } from "./texts-to-send.ts";

/** What is to be masked, who gets the request, and what cancels the masking. */
interface CallToMask {
  readonly prompt: Prompt;
  readonly recipientOf?: RecipientOf | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A masked prompt, and what to do with it later. */
export interface MaskingResult {
  /** With placeholders, as everybody outside of the app may see it. */
  readonly prompt: Prompt;
  /** The approved texts, as they go to the provider. */
  toSend(approved: PromptTexts): PromptTexts;
  /** For the lifecycle to keep. */
  readonly masking: MaskedCall;
}

/**
 * Masks what a call says, and knows from then on what else it must hide. Rejects with what the masker
 * threw, with a `TimeoutError`, or with the reason of the signal.
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
  // Last: the way back is for what the provider was told, and metadata is not.
  const concealing = conceal(session, textsOf(record.start.context));
  const concealed = isPromise(concealing)
    ? await withinLimits(limits, () => concealing)
    : concealing;
  return {
    prompt: masked,
    toSend: (approved) =>
      changed ? textsToSend(approved, { given: prompt, masked }, signedWith) : approved,
    masking: new MaskedCall({ session, concealed, deadlineMs, onSigned, restoration }),
  };
}

type SignedWith = (signature: string) => SignedTexts;

/** Looks up the signed texts known at a place; undefined where the place is not known. */
function signedAt(services: object, place: string | undefined): SignedWith | undefined {
  if (place === undefined) return undefined;
  const memory = signedMemoryOf(services);
  return (signature) => memory.under(place, signature);
}

/** A function of its own: closures of one scope share what they capture, and this one outlives the prompt. */
function recorderOf(signedWith: SignedWith): OnSigned {
  return (signature) => signedWith(signature).learn;
}

/** Loaded only where it is asked for. Undefined without a vault of ours: nothing could be restored. */
async function loadRestoration(
  vault: Vault | undefined,
  onSigned: OnSigned | undefined,
): Promise<Restoration | undefined> {
  if (vault === undefined || !(vault.size > 0)) return undefined;
  restoring ??= await import("./open-restoration.ts");
  return restoring.openRestoration(vault, onSigned);
}

let restoring: typeof import("./open-restoration.ts") | undefined;
