import type { Gate } from "../gate.ts";
import { type CallContext, type MergedContext, mergeContext } from "./context.ts";
import { currentScope } from "./scope.ts";

/**
 * The context of a call that starts here: merged from the client, the enclosing `withContext`
 * scopes and the call itself.
 */
export function contextOf(gate: Gate, call: CallContext | undefined): MergedContext {
  let merged = gate.context;
  for (const scoped of currentScope().contexts) {
    if (scoped.family !== gate.services) continue;
    const own = mergeContext(merged, { ...scoped.context, clientEventId: undefined });
    merged = { ...own, claim: scoped.claim ?? own.claim };
  }
  return mergeContext(merged, call);
}
