import { beforeEach, describe, expect, it, vi } from "vitest";

type Masking = typeof import("../../src/masking/index.ts");
type Rehearsal = typeof import("../../src/masking/rehearsal.ts");

/** The modules as in a new process, since the rehearsal runs once per process. */
beforeEach(() => vi.resetModules());

const freshMasking = (): Promise<Masking> => import("../../src/masking/index.ts");
const freshRehearsal = (): Promise<Rehearsal> => import("../../src/masking/rehearsal.ts");

describe("the rehearsal of a new masker", () => {
  it("covers values of each common type, in Latin letters and in others", async () => {
    const { createMasker } = await freshMasking();
    const { REHEARSAL } = await freshRehearsal();
    const { detect } = createMasker();
    for (const text of REHEARSAL) {
      expect(text.length).toBeGreaterThan(1_000);
      expect(new Set(detect(text).map(({ type }) => type))).toEqual(
        new Set(["EMAIL", "PHONE", "CREDIT_CARD", "IBAN", "US_SSN", "IP", "SECRET"]),
      );
    }
    const isLatin = REHEARSAL.map((text) => !/[^\0-\xff]/.test(text));
    expect(isLatin).toEqual([true, false]);
  });

  it("runs once per process, whatever maskers are created", async () => {
    const { createMasker } = await freshMasking();
    const { rehearse } = await freshRehearsal();
    const { Vault } = await import("../../src/masking/vault.ts");
    const { placeholderForm } = await import("../../src/masking/placeholder-form.ts");
    const scan = vi.fn(() => []);
    createMasker({ pii: false });
    rehearse(scan, () => new Vault(placeholderForm()));
    expect(scan).not.toHaveBeenCalled();
  });

  it("is skipped if it would call a function of the app", async () => {
    const { createMasker, defineDetector } = await freshMasking();
    const find = vi.fn(() => []);
    const allowed = vi.fn(() => false);
    const staff = defineDetector({ name: "staff", type: "STAFF", find });
    const masker = createMasker({ detectors: [staff], allow: [allowed] });
    createMasker({ allow: [allowed] });
    expect(find).not.toHaveBeenCalled();
    expect(allowed).not.toHaveBeenCalled();
    masker.mask("write to jane@example.com");
    expect(find).toHaveBeenCalled();
    expect(allowed).toHaveBeenCalled();
  });
});
