import { isDeepStrictEqual } from "node:util";
import type { MergedContext } from "../../lifecycle/context/context.ts";
import type { ModelCall, ModelOptions } from "./call-shape.ts";

/** Timers of Node.js fire a millisecond early at most. */
const EARLY_MS = 2;

/** A call that may be tried again. */
export interface WaitingCall {
  readonly call: ModelCall;
  readonly context: MergedContext;
  /** Monotonic milliseconds: not before this will the SDK try again. */
  readonly dueAtMs: number;
}

/**
 * Calls whose last attempt failed in a way that the SDK retries. It does so by calling the model
 * again and tells nobody, so its attempts are known by what they share: the very object that
 * holds the words, or, where that is made anew for each attempt, the headers that are made once
 * for each call (values to embed, wishes for images). Streams of major 7 share neither. There,
 * everything that the call says has to be the same, at the time when the SDK's own wait is over;
 * two calls with all of that in common are the same to the guard and to the provider.
 */
export class WaitingCalls<Call extends WaitingCall> {
  readonly #calls = new Set<Call>();

  add(call: Call): void {
    this.#calls.add(call);
  }

  delete(call: Call): void {
    this.#calls.delete(call);
  }

  /** The call that this is the next attempt of, if it is one. `nowMs` is monotonic. */
  find(
    next: ModelCall,
    { nowMs, context }: { nowMs: number; context: () => MergedContext },
  ): Call | undefined {
    if (this.#calls.size === 0) return undefined;
    const same = [...this.#calls].filter(({ call }) => isSameCall(call, next));
    return (
      same.find(({ call }) => sharesOrigin(call.options, next.options)) ??
      same.find(
        (waiting) =>
          isMadeAnew(next) &&
          nowMs >= waiting.dueAtMs - EARLY_MS &&
          isSameContext(waiting.context, context()),
      )
    );
  }
}

/** Each attempt is sent with headers of its own, and under one signal. */
function isSameCall(one: ModelCall, other: ModelCall): boolean {
  return (
    one.model === other.model &&
    one.stream === other.stream &&
    one.options.abortSignal === other.options.abortSignal &&
    isDeepStrictEqual(saidIn(one.options), saidIn(other.options))
  );
}

function saidIn({ abortSignal: _, headers: __, ...said }: ModelOptions): object {
  return said;
}

function sharesOrigin(one: ModelOptions, other: ModelOptions): boolean {
  const origin = originOf(one);
  return origin !== undefined && origin === originOf(other);
}

/** What the SDK makes once for each call. Prompts are lists, but for images. */
function originOf({ prompt, headers }: ModelOptions): object | undefined {
  return Array.isArray(prompt) ? prompt : headers;
}

/** Earlier versions of the specification come from majors that keep the prompt. */
function isMadeAnew({ model, stream }: ModelCall): boolean {
  const { specificationVersion } = model;
  return stream && specificationVersion !== "v2" && specificationVersion !== "v3";
}

function isSameContext(one: MergedContext, { signal: _, ...other }: MergedContext): boolean {
  const { signal: __, ...rest } = one;
  return isDeepStrictEqual(rest, other);
}
