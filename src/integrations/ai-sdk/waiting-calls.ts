import { isDeepStrictEqual } from "node:util";
import type { MergedContext } from "../../lifecycle/context/context.ts";
import type { ModelCall, ModelOptions } from "./call-shape.ts";
import { isSameAround, type ModelCallContext, saysTheSame } from "./model-call-context.ts";

/** Timers of Node.js may fire a millisecond early. */
const EARLY_MS = 2;

/** A call that may be retried. */
export interface WaitingCall {
  readonly call: ModelCall;
  readonly context: ModelCallContext;
  /** The SDK retries no earlier than this, in monotonic milliseconds. */
  readonly dueAtMs: number;
}

/** When and where an attempt begins. */
export interface Beginning {
  /** Monotonic, in milliseconds. */
  readonly nowMs: number;
  readonly around: MergedContext;
  /** Calls the app's option `context`, so only where the rest does not tell. */
  readonly context: () => ModelCallContext;
}

/**
 * Calls whose last attempt failed in a way that the SDK retries. The SDK retries by calling the
 * model again, without any notice, so attempts are recognized by what they share: what is said, what
 * the context around says, and the prompt object, or, where a new one is made for each attempt
 * (values to embed, requests for images), the headers object, of which there is one per call.
 * Streams of major 7 share neither object; there, all of the context must be equal, and the SDK's
 * own wait must be over. Two calls that have all of that in common are the same to the guard and the
 * provider.
 */
export class WaitingCalls<Call extends WaitingCall> {
  readonly #calls = new Set<Call>();

  add(call: Call): void {
    this.#calls.add(call);
  }

  delete(call: Call): void {
    this.#calls.delete(call);
  }

  /** The waiting call that this call is the next attempt of, if any. */
  find(next: ModelCall, { nowMs, around, context }: Beginning): Call | undefined {
    if (this.#calls.size === 0) return undefined;
    const same = [...this.#calls].filter(({ call }) => isSameCall(call, next));
    return (
      same.find(
        (waiting) =>
          sharesOrigin(waiting.call.options, next.options) &&
          saysTheSame(waiting.context.around, around),
      ) ??
      same.find(
        (waiting) =>
          isMadeAnew(next) &&
          nowMs >= waiting.dueAtMs - EARLY_MS &&
          isSameAround(waiting.context.around, around) &&
          saysTheSame(waiting.context.own, context().own),
      )
    );
  }
}

/** Attempts of one call have different headers but the same signal. */
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

/** An object that the SDK creates once per call. Prompts are lists, except for images. */
function originOf({ prompt, headers }: ModelOptions): object | undefined {
  return Array.isArray(prompt) ? prompt : headers;
}

/** Majors with an earlier version of the specification keep the prompt object. */
function isMadeAnew({ model, stream }: ModelCall): boolean {
  const { specificationVersion } = model;
  return stream && specificationVersion !== "v2" && specificationVersion !== "v3";
}
