import { type SignedTexts, signedMemoryOf } from "../../masking/restore/signed-memory.ts";
import type { Vault } from "../../masking/vault.ts";
import type { Prompt } from "../../providers/provider.ts";
import type { OnSigned } from "../../providers/signed-texts.ts";
import type { Gate } from "../gate.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import { isPromise, maskPrompt, patiently } from "./mask.ts";
import { MaskedCall } from "./masked-call.ts";
import { conceal, textsOf } from "./masked-context.ts";
import { placeOf, type RecipientOf } from "./place-of.ts";
import type { Restoration } from "./restoration.ts";
import { type Wording, wordsSent } from "./words-sent.ts";

/** What is masked of a call, who is told, and what cancels the masking. */
interface Speaking {
  readonly prompt: Prompt;
  readonly recipientOf?: RecipientOf | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A call whose words are masked. */
export interface MaskedEntrance {
  /** As everybody outside of the app may see it. */
  readonly prompt: Prompt;
  /** What was approved, as it goes to the provider. */
  sent(approved: Wording): Wording;
  /** For the lifecycle to keep. */
  readonly masking: MaskedCall;
}

/**
 * Masks what a call says, and knows from then on what else it must hide. Rejects with what the masker
 * threw, with a `TimeoutError`, or with the reason of the signal.
 */
export async function maskCall(
  { services }: Gate,
  { prompt, recipientOf, signal }: Speaking,
  record: LifecycleRecord,
): Promise<MaskedEntrance> {
  const { rules, masker } = services;
  if (masker === undefined) throw new TypeError("there is no masker");
  const deadlineMs = rules.guardDeadlineMs;
  const patience = { deadlineMs, signal };
  const { prompt: masked, changed, session } = await maskPrompt(masker, prompt, patience);
  const signedWith = signedAt(services, placeOf(record.start, recipientOf));
  const onSigned = signedWith && learning(signedWith);
  const restores = rules.restoreOutput && changed;
  const restoration = restores ? await openWayBack(session.vault, onSigned) : undefined;
  // Last: the way back is for what the provider was told, and metadata is not.
  const concealing = conceal(session, textsOf(record.start.context));
  const concealed = isPromise(concealing)
    ? await patiently(patience, () => concealing)
    : concealing;
  return {
    prompt: masked,
    sent: (approved) =>
      changed ? wordsSent(approved, { given: prompt, masked }, signedWith) : approved,
    masking: new MaskedCall({ session, concealed, deadlineMs, onSigned, restoration }),
  };
}

type SignedWith = (signature: string) => SignedTexts;

/** What is known of a signature at a place. Nothing at one that nobody knows. */
function signedAt(services: object, place: string | undefined): SignedWith | undefined {
  if (place === undefined) return undefined;
  const memory = signedMemoryOf(services);
  return (signature) => memory.under(place, signature);
}

/** Apart, for functions of one scope keep alive what any of them needs, and this one outlives the prompt. */
function learning(signedWith: SignedWith): OnSigned {
  return (signature) => signedWith(signature).learn;
}

/** Loaded only by those who ask for it. A masker without a vault of ours has no way back. */
async function openWayBack(
  vault: Vault | undefined,
  onSigned: OnSigned | undefined,
): Promise<Restoration | undefined> {
  if (vault === undefined || !(vault.size > 0)) return undefined;
  restoring ??= await import("./open-restoration.ts");
  return restoring.openRestoration(vault, onSigned);
}

let restoring: typeof import("./open-restoration.ts") | undefined;
