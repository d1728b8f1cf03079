import type { ReceivedRequest } from "../server/received-request.ts";

/**
 * Faults of a connection or a proxy.
 * - `reset`: the connection is reset; the request is not processed.
 * - `reset-after-store`: the request is processed, then the connection is reset. A retried ingest gets a 409.
 * - `stall-headers`: nothing is ever sent; the request is not processed.
 * - `stall-body`: status, headers and half of the body are sent, then nothing more.
 * - `trickle-body`: the body is sent one byte every `everyMs`.
 * - `truncate-body`: the connection is closed properly after half of the announced body.
 * - `reset-body`: the connection is reset after half of the body.
 * - `garbage`: something that is not HTTP is sent; the request is not processed.
 * - `deliver-twice`: the request is processed twice, as if a proxy had repeated it; the second response is sent.
 *
 * The four `-body` faults process the request and send a part of its real response.
 */
export type Fault =
  | "reset"
  | "reset-after-store"
  | "stall-headers"
  | "stall-body"
  | "trickle-body"
  | "truncate-body"
  | "reset-body"
  | "garbage"
  | "deliver-twice";

/** Properties of every step that is an object. */
export interface StepTiming {
  /**
   * Milliseconds to wait first; `Infinity` waits on. If the client disconnects meanwhile, the
   * request is not processed. Default 0.
   */
  readonly delayMs?: number | undefined;
  /** Processes the request first, before any delay and whatever is sent then. Default false. */
  readonly afterStore?: boolean | undefined;
}

/** The contract's own response, delayed or modified. */
export interface PassStep extends StepTiming {
  /** Optional marker, for readability. */
  readonly pass?: true | undefined;
  /** Returns the body to send instead of the real one. Applies to any status. */
  readonly edit?: ((body: unknown) => unknown) | undefined;
  /** Headers to add or replace. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Another response. Unless `afterStore` is set, the request is not processed. */
export interface AnswerStep extends StepTiming {
  /** HTTP status, 200 to 999, including statuses that do not exist. */
  readonly status: number;
  /** The body, a JSON value. Default: an error body for error statuses, else an empty object. */
  readonly body?: unknown;
  /** The body as text or bytes, sent exactly as given, instead of `body`. */
  readonly raw?: string | Uint8Array | undefined;
  /** Headers to add or replace. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Pads the body with spaces to this many bytes, before compression. */
  readonly padToBytes?: number | undefined;
  /** Compresses the body and sets `content-encoding`. Default false. */
  readonly gzip?: boolean | undefined;
}

/** A fault instead of a proper response. */
export interface FaultStep extends StepTiming {
  /** The fault. The name alone, as a string, is a step too. */
  readonly fault: Fault;
  /** Milliseconds between two bytes of `trickle-body`. Default 50. */
  readonly everyMs?: number | undefined;
}

/** A redirect. */
export interface RedirectStep extends StepTiming {
  /** The target, sent as `location`. */
  readonly redirect: string;
  /** HTTP status. Default 307, which keeps method and body. */
  readonly status?: number | undefined;
}

/** How one request is answered. `"pass"` answers as the contract says; the name of a fault is that fault. */
export type Step = "pass" | Fault | PassStep | AnswerStep | FaultStep | RedirectStep;

/** A step, or a function that returns one for a request; undefined means `"pass"`. What it throws is a 500. */
export type ScriptStep =
  | Step
  | ((request: ReceivedRequest) => Step | undefined | Promise<Step | undefined>);

/** Random steps, reproducible by their seed. */
export interface RandomSteps {
  /** Probability that a request gets one of the steps, 0 to 1. All others pass. */
  readonly rate: number;
  /** Seed of the random numbers, an integer. Default 1. */
  readonly seed?: number | undefined;
  /** The steps to choose from, each with equal probability. */
  readonly steps: readonly ScriptStep[];
}

/**
 * How an endpoint answers its next requests: one step for the next request, a list with one step
 * for each request in turn (then `"pass"`), the same step always, or random steps.
 */
export type Script =
  | ScriptStep
  | readonly ScriptStep[]
  | { readonly always: ScriptStep }
  | { readonly random: RandomSteps };
