import { isDeepStrictEqual } from "node:util";
import { contextOf } from "../../lifecycle/context/call-context.ts";
import {
  type CallContext,
  EMPTY_CONTEXT,
  type MergedContext,
  mergeContext,
} from "../../lifecycle/context/context.ts";
import type { Gate } from "../../lifecycle/gate.ts";

/** The context of one model call, and what it was merged from. */
export interface ModelCallContext {
  readonly merged: MergedContext;
  /** Of the client and the scopes: the same for all attempts of a call. */
  readonly around: MergedContext;
  /** From the option `context`, which is called again for each attempt. */
  readonly own: MergedContext;
}

/** `given`: the result of the option `context`. */
export function contextFor(gate: Gate, given: CallContext | undefined): ModelCallContext {
  const around = contextOf(gate, undefined);
  return { merged: mergeContext(around, given), around, own: mergeContext(EMPTY_CONTEXT, given) };
}

/** Whether two contexts may be those of two attempts of one call. */
export function isSameContext(one: ModelCallContext, other: ModelCallContext): boolean {
  return (
    isDeepStrictEqual(withoutSignal(one.around), withoutSignal(other.around)) &&
    isDeepStrictEqual(said(one.own), said(other.own))
  );
}

function withoutSignal({ signal: _, ...rest }: MergedContext): object {
  return rest;
}

/** A new function for each attempt is usual, and the id was taken by the first one. */
function said({ signal: _, onLifecycle: __, claim, ...rest }: MergedContext): object {
  return { ...rest, id: claim?.id };
}
