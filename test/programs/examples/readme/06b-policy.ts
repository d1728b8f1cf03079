import { GuardedModelClient } from "../../../../src/index.ts";

export const guard = new GuardedModelClient({
  guardDeadlineMs: 2_000,
  // Returns "deny", "allow", or `{ allow: text }`, which is treated like a rewrite. May be async.
  onGuardUnavailable: ({ kind }, { model }) => {
    const isOutage = kind === "unreachable" || kind === "overloaded";
    return isOutage && model === "house-model" ? "allow" : "deny";
  },
});
