import { inspect } from "node:util";
import { expect, it, vi } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { useStand } from "../../support/stands/stand.ts";

/** As on a disk that fails, or where a bundler left a file behind. */
vi.mock("../../../src/lifecycle/masking/mask-call.ts", () => {
  throw new Error("cannot read jane@example.com");
});

const stand = useStand({ forbidden: ["jane@example.com"] });

it("lets nothing through where masking cannot be loaded, and says so like a masker that fails", async () => {
  const guard = stand.guard({ masker: createMasker() });
  let wasCalled = false;
  const calling = guard.call({
    model: "m",
    input: "I am jane@example.com.",
    execute: () => {
      wasCalled = true;
      return "no";
    },
  });
  const error = await calling.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "masking_failed", retryable: true });
  expect(inspect(error)).not.toContain("jane@example.com");
  expect(wasCalled).toBe(false);
});
