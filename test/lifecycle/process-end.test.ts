import { expect, it } from "vitest";
import { atProcessEnd } from "../../src/lifecycle/process-end.ts";

it("runs all tasks at the process end from one listener, and leaves none behind", () => {
  const before = process.listenerCount("beforeExit");
  const asked: string[] = [];
  const take = (name: string) => atProcessEnd(() => void asked.push(name));
  const takeBack = [take("one"), take("two")];
  expect(process.listenerCount("beforeExit")).toBe(before + 1);
  process.emit("beforeExit", 0);
  expect(asked).toEqual(["one", "two"]);
  takeBack[0]?.();
  process.emit("beforeExit", 0);
  expect(asked).toEqual(["one", "two", "two"]);
  for (const back of takeBack) back();
  for (const back of takeBack) back();
  expect(process.listenerCount("beforeExit")).toBe(before);
});
