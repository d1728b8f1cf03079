import { inspect } from "node:util";
import { expect, it, vi } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { useStand } from "../../support/stands/stand.ts";

/** As with a failing disk, or a file that a bundler left out. */
vi.mock("../../../src/lifecycle/masking/mask-call.ts", () => {
  throw new Error("cannot read jane@example.com");
});

const stand = useStand({ forbidden: ["jane@example.com"] });

it("denies the call with masking_failed if the masking code cannot be loaded", async () => {
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
