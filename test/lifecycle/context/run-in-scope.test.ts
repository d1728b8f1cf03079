import { expect, it } from "vitest";
import { runInScope } from "../../../src/lifecycle/context/run-in-scope.ts";
import type { EnclosingLifecycle, Interceptors } from "../../../src/lifecycle/context/scope.ts";

it("counts no later call as guarded by a lifecycle whose request threw at once", () => {
  const interceptors: Interceptors = {};
  const enclosing = {} as EnclosingLifecycle;
  const throwing = (): never => {
    expect(interceptors.beginning).toBe(enclosing);
    throw new Error("No fetch.");
  };
  expect(() => runInScope(enclosing, interceptors, throwing)).toThrow("No fetch.");
  expect(interceptors.beginning).toBeUndefined();
});
