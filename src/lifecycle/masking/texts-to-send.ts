import type { SignedTexts } from "../../masking/restore/signed-memory.ts";
import type { Prompt } from "../../providers/provider.ts";
import { signatures } from "../../providers/sealed-text.ts";
import type { Segment } from "../../types.ts";

/** The texts of a prompt as sent to a provider. */
export interface PromptTexts {
  /** One text for each segment of the prompt, in order. */
  readonly texts: readonly string[];
  /** Names of speakers and files, if any of them was masked. */
  readonly names?: readonly string[] | undefined;
  /** Whether anything differs from the original request. */
  readonly rewritten: boolean;
}

/** A prompt as the app wrote it, and with placeholders. */
export interface PromptPair {
  readonly given: Prompt;
  readonly masked: Prompt;
}

/**
 * The approved texts; but a text that the provider has signed is sent as the provider wrote it, if
 * this client received it in the answer to a masked call: it contains placeholders only, and the
 * provider accepts nothing else. A guard's rewrite of such a text is left for the codec to reject.
 * `signedWith` returns what is known about a signature at the call's place.
 */
export function textsToSend(
  approved: PromptTexts,
  { given, masked }: PromptPair,
  signedWith: ((signature: string) => SignedTexts) | undefined,
): PromptTexts {
  const { segments, names } = masked;
  const isTheirs = signedBy(signedWith);
  const texts = approved.texts.map((text, at) => {
    const original = given.segments[at];
    const isMasked = original !== undefined && text !== original.text;
    if (!isMasked || text !== segments[at]?.text) return text;
    return isTheirs(original) ? original.text : text;
  });
  const isOther = (text: string, at: number): boolean => text !== given.segments[at]?.text;
  const areOthers = names?.some((name, at) => name !== given.names?.[at]) ?? false;
  return { texts, names, rewritten: approved.rewritten || areOthers || texts.some(isOther) };
}

/**
 * Whether a text is the provider's own. Consecutive segments with the same signature are looked up
 * once.
 */
function signedBy(
  signedWith: ((signature: string) => SignedTexts) | undefined,
): (segment: Segment) => boolean {
  let latest: { readonly signature: string; readonly texts: SignedTexts | undefined } | undefined;
  return (segment) => {
    const signature = signatures.get(segment);
    if (signature === undefined) return false;
    if (latest?.signature !== signature) latest = { signature, texts: signedWith?.(signature) };
    return latest.texts?.knows(segment.text) === true;
  };
}
