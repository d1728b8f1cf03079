import { isDeepStrictEqual } from "node:util";
import {
  type CallContext,
  EMPTY_CONTEXT,
  type MergedContext,
  mergeContext,
} from "../../lifecycle/context/context.ts";

/** The context of one model call, and what it was merged from. */
export interface ModelCallContext {
  readonly merged: MergedContext;
  /** Of the client and the scopes; a middleware before the guard may open one for each attempt. */
  readonly around: MergedContext;
  /** From the option `context`, which is called again for each attempt. */
  readonly own: MergedContext;
}

/** `around`: of the client and the scopes. `given`: the result of the option `context`. */
export function contextFor(
  around: MergedContext,
  given: CallContext | undefined,
): ModelCallContext {
  return { merged: mergeContext(around, given), around, own: mergeContext(EMPTY_CONTEXT, given) };
}

/** Whether they are equal but for the signal, with the very same function and id. */
export function isSameAround(one: MergedContext, other: MergedContext): boolean {
  return isDeepStrictEqual(withoutSignal(one), withoutSignal(other));
}

/** Whether they say the same of a call, by what may be made anew for each attempt. */
export function saysTheSame(one: MergedContext, other: MergedContext): boolean {
  return isDeepStrictEqual(said(one), said(other));
}

function withoutSignal({ signal: _, ...rest }: MergedContext): object {
  return rest;
}

/** A new function for each attempt is usual, and the id was taken by the first one. */
function said({ signal: _, onLifecycle: __, claim, ...rest }: MergedContext): object {
  return { ...rest, id: claim?.id };
}
