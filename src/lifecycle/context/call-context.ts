import type { Gate } from "../gate.ts";
import { type CallContext, fieldsOf, type MergedContext, mergeContext } from "./context.ts";
import { currentScope } from "./scope.ts";

/**
 * The context of a call that starts here: merged from the client, the enclosing `withContext`
 * scopes and the call itself. `whole`: the options that `call` is a copy of, without the getters of
 * their class.
 */
export function contextOf(
  gate: Gate,
  call: CallContext | undefined,
  whole?: CallContext,
): MergedContext {
  let merged = gate.context;
  for (const scoped of currentScope().contexts) {
    if (scoped.family !== gate.services) continue;
    // Its own claim, not another one of the same id: an id is used once for all calls inside.
    const claim = scoped.claim ?? merged.claim;
    merged = { ...mergeContext(merged, scoped.context), claim };
  }
  return mergeContext(merged, whole ? { ...fieldsOf(whole), ...call } : call);
}
