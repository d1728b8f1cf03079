import { expect, it } from "vitest";
import { startAnew } from "../../../src/integrations/google/limits.ts";

const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

it("a call's timeout, started after its guard, does not keep the process alive", () => {
  const before = timers();
  expect(startAnew({ timeoutMs: 60_000, signal: undefined }).signal?.aborted).toBe(false);
  expect(timers()).toBe(before);
});

it("a call ends with the app's signal, also if that aborted while the guard was asked", () => {
  const controller = new AbortController();
  const { signal } = startAnew({ timeoutMs: undefined, signal: controller.signal });
  controller.abort();
  expect(signal?.aborted).toBe(true);
  const late = startAnew({ timeoutMs: undefined, signal: controller.signal });
  expect(late.signal?.aborted).toBe(true);
  expect(startAnew({ timeoutMs: undefined, signal: undefined })).toEqual({});
});
