import { describe, expect, it } from "vitest";
import { textsToSend } from "../../../src/lifecycle/masking/texts-to-send.ts";
import { SignedMemory } from "../../../src/masking/restore/signed-memory.ts";
import { signatures } from "../../../src/providers/sealed-text.ts";
import type { Segment } from "../../../src/types.ts";

const textOf = (at: number): string => `Ask ${at}@example.com.`;
const HIDDEN = "Ask [EMAIL_1].";

/** A prompt of thoughts, each with the signature that `signatureOf` returns for it. */
function thoughts(count: number, signatureOf: (at: number) => string | undefined) {
  const segments = Array.from({ length: count }, (_, at): Segment => {
    const segment: Segment = { role: "model", kind: "text", text: textOf(at) };
    const signature = signatureOf(at);
    if (signature !== undefined) signatures.set(segment, signature);
    return segment;
  });
  const prompt = { model: "m", stream: false, uninspected: [] };
  const given = { ...prompt, segments };
  const masked = { ...prompt, segments: segments.map((each) => ({ ...each, text: HIDDEN })) };
  const texts = masked.segments.map(({ text }) => text);
  return { approved: { texts, rewritten: false }, prompts: { given, masked } };
}

describe("texts sent to a provider", () => {
  it("are the originals that it signed; a shared signature is read once", () => {
    const memory = new SignedMemory();
    for (let at = 0; at < 100; at += 1) memory.under("here", "seal").learn(textOf(at));
    let read = 0;
    const { approved, prompts } = thoughts(101, () => "seal");
    const { texts, rewritten } = textsToSend(approved, prompts, (signature) => {
      read += 1;
      return memory.under("here", signature);
    });
    expect(texts).toEqual([...Array.from({ length: 100 }, (_, at) => textOf(at)), HIDDEN]);
    expect(rewritten).toBe(true);
    expect(read).toBe(1);
  });

  it("are matched by each text's own signature", () => {
    const memory = new SignedMemory();
    memory.under("here", "seal 0").learn(textOf(0));
    memory.under("here", "seal 1").learn(textOf(2));
    const { approved, prompts } = thoughts(4, (at) => (at === 3 ? undefined : `seal ${at}`));
    const signedWith = (signature: string) => memory.under("here", signature);
    expect(textsToSend(approved, prompts, signedWith).texts).toEqual([
      ...[textOf(0), HIDDEN, HIDDEN, HIDDEN],
    ]);
  });

  it("stay masked without a memory, and keep the guard's rewrite", () => {
    const { approved, prompts } = thoughts(1, () => "seal");
    expect(textsToSend(approved, prompts, undefined).texts).toEqual([HIDDEN]);
    const rewritten = { texts: ["Ask nobody."], rewritten: true };
    const everything = { learn: () => undefined, knows: () => true };
    expect(textsToSend(rewritten, prompts, () => everything)).toMatchObject(rewritten);
    expect(textsToSend(approved, prompts, () => everything)).toMatchObject({
      texts: [textOf(0)],
      rewritten: false,
    });
  });
});
