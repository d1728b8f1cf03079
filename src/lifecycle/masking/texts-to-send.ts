import type { SignedTexts } from "../../masking/restore/signed-memory.ts";
import type { Prompt } from "../../providers/provider.ts";
import { signatures } from "../../providers/sealed-text.ts";
import type { Segment } from "../../types.ts";

/** The texts of a prompt as they go to a provider. */
export interface PromptTexts {
  /** One text for each segment of the prompt, in order. */
  readonly texts: readonly string[];
  /** Names of speakers and files, where anything was masked. */
  readonly names?: readonly string[] | undefined;
  /** Whether anything differs from what the app wrote. */
  readonly rewritten: boolean;
}

/** A prompt as the app wrote it, and with placeholders. */
export interface PromptPair {
  readonly given: Prompt;
  readonly masked: Prompt;
}

/**
 * What was approved, and of what its provider has signed the text as it is, where this client was
 * given it in answer to a masked call: the provider said it, knowing placeholders only, and takes
 * nothing else back. A guard's rewrite of it is left for the codec to refuse. `signedWith` gives
 * what is known of a signature at the place where the words go; undefined for nothing.
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

/** Whether a text is its provider's own. A signature that several have in a row is read once. */
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
