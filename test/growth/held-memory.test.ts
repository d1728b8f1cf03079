import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/create-masker.ts";
import { collectGarbageThoroughly } from "../support/processes/collect-garbage.ts";

const TEXTS = 100;
const SIZE = 400_000;
const words = "words that nobody needs any more ".repeat(SIZE / 33);

/** A string with memory of its own: a concatenated one would share its parts. */
function longText(number: number): string {
  const text = `${words} ada.lovelace.${number}@example.org {"at":"C:\\\\new.ada${number}@example.org"}`;
  return Buffer.from(text).toString("latin1");
}

describe("a vault", () => {
  it("holds the originals in memory, not the texts that contained them", async () => {
    const masker = createMasker();
    masker.mask(longText(TEXTS));
    await collectGarbageThoroughly();
    const before = process.memoryUsage().heapUsed;
    const vaults = Array.from({ length: TEXTS }, (_, at) => masker.mask(longText(at)).vault);
    await collectGarbageThoroughly();
    const held = process.memoryUsage().heapUsed - before;
    expect(vaults.at(-1)?.originalOf("[EMAIL_1]")).toBe("ada.lovelace.99@example.org");
    expect(held).toBeLessThan((TEXTS * SIZE) / 4);
  });
});
