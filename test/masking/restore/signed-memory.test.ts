import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SignedMemory } from "../../../src/masking/restore/signed-memory.ts";
import "../../support/runner/property-seed.ts";

/** A text, its signature and its place. */
type Signed = readonly [text: string, signature: string, place: string];

const learn = (memory: SignedMemory, [text, signature, place]: Signed): void =>
  memory.under(place, signature).learn(text);
const knows = (memory: SignedMemory, [text, signature, place]: Signed): boolean =>
  memory.under(place, signature).knows(text);

describe("the memory of signed texts", () => {
  it("knows a text only with its exact characters, signature and place", () => {
    const memory = new SignedMemory();
    learn(memory, ["a thought", "seal", "here"]);
    expect(knows(memory, ["a thought", "seal", "here"])).toBe(true);
    expect(knows(memory, ["a thought.", "seal", "here"])).toBe(false);
    expect(knows(memory, ["a thought", "seal2", "here"])).toBe(false);
    expect(knows(memory, ["a thought", "seal", "there"])).toBe(false);
    // The same characters, divided differently.
    expect(knows(memory, ["la thought", "sea", "here"])).toBe(false);
    expect(knows(memory, ["a thought", "", "hereseal"])).toBe(false);
  });

  it("does not confuse texts, even with half surrogate pairs", () => {
    const unit = fc.constantFrom("a", "1", ":", "\u00e9", "\ud83d", "\ude42");
    const text = fc.array(unit, { maxLength: 3 }).map((units) => units.join(""));
    const signed = fc.tuple(text, text, text);
    fc.assert(
      fc.property(signed, signed, (one, other) => {
        const memory = new SignedMemory();
        learn(memory, one);
        const isSame = one.every((part, at) => part === other[at]);
        expect(knows(memory, other)).toBe(isSame);
        expect(knows(memory, one)).toBe(true);
      }),
    );
    const memory = new SignedMemory();
    learn(memory, ["\ud83d", "seal", "here"]);
    expect(knows(memory, ["\ud83e", "seal", "here"])).toBe(false);
    expect(knows(memory, ["\ufffd", "seal", "here"])).toBe(false);
  });

  it("forgets a text after enough others, unless it was looked up", () => {
    const memory = new SignedMemory(4);
    const { learn: take, knows: has } = memory.under("here", "seal");
    for (const text of ["kept", "left"]) take(text);
    for (let at = 0; at < 20; at += 1) {
      take(`later ${at}`);
      expect(has("kept")).toBe(true);
    }
    expect(has("left")).toBe(false);
    expect(has("later 19")).toBe(true);
  });
});
