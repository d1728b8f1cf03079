import type { ReceivedRequest } from "../server/received-request.ts";

/**
 * Ways of not answering properly.
 * - `reset`: the connection is reset and nothing was sent.
 * - `reset-after-store`: the request is processed, then the connection is reset. A retry meets a replay.
 * - `stall-headers`: nothing is ever sent.
 * - `stall-body`: status, headers and half of the body are sent, then nothing more.
 * - `trickle-body`: the body comes a byte at a time, every `everyMs`.
 * - `truncate-body`: the connection is closed in order after half of the announced body.
 * - `reset-body`: the connection is reset after half of the body.
 * - `garbage`: something that is not HTTP is sent.
 * - `deliver-twice`: the request is processed twice, as by a proxy that repeats it; the second answer is sent.
 *
 * The four `-body` faults process the request, because what they send a part of is its real answer.
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

/** What every step but `"pass"` may have. */
export interface StepTiming {
  /** Milliseconds to wait first. A client that hangs up meanwhile has not been served at all. */
  readonly delayMs?: number | undefined;
  /** The request is processed at once, whatever is sent in the end. Default false. */
  readonly afterStore?: boolean | undefined;
}

/** The contract's own answer, late or with changes. */
export interface PassStep extends StepTiming {
  /** Says in the script what the step is; it may be left out. */
  readonly pass?: true | undefined;
  /** Makes another body out of the real one. */
  readonly edit?: ((body: unknown) => unknown) | undefined;
  /** Added to those of the answer, or in their place. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Another answer. Unless `afterStore` is set, the request is not processed. */
export interface AnswerStep extends StepTiming {
  /** 200 to 999: what clients make of statuses that nobody knows can be tried too. */
  readonly status: number;
  /** A JSON value. Without `body` and `raw`, error statuses get an error body and others an empty object. */
  readonly body?: unknown;
  /** Sent instead of `body`, exactly as it is. */
  readonly raw?: string | Uint8Array | undefined;
  /** Beside those that every answer has, or in their place. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Pads the body with white space to this many bytes, before any compression. */
  readonly padToBytes?: number | undefined;
  /** Compresses the body and says so in `content-encoding`. */
  readonly gzip?: boolean | undefined;
}

/** No proper answer. */
export interface FaultStep extends StepTiming {
  /** Its bare name as a step is the same with the defaults. */
  readonly fault: Fault;
  /** Pace of `trickle-body` in milliseconds. Default 50. */
  readonly everyMs?: number | undefined;
}

/** A redirect. */
export interface RedirectStep extends StepTiming {
  /** The target, as it stands in `location`. */
  readonly redirect: string;
  /** Default 307, which asks for the same method and body again. */
  readonly status?: number | undefined;
}

/** What is done with one request. `"pass"`: what the contract says. A fault's bare name is that fault. */
export type Step = "pass" | Fault | PassStep | AnswerStep | FaultStep | RedirectStep;

/** A step, or a function that finds one for a request; undefined means `"pass"`. */
export type ScriptStep =
  | Step
  | ((request: ReceivedRequest) => Step | undefined | Promise<Step | undefined>);

/** Steps that come up by chance, the same ones for the same seed. */
export interface RandomSteps {
  /** Share of requests that get a step, 0 to 1; the rest pass. */
  readonly rate: number;
  /** Any whole number. Default 1. */
  readonly seed?: number | undefined;
  /** Each as likely as any other. */
  readonly steps: readonly ScriptStep[];
}

/**
 * What an endpoint does with its next requests: one step, one for each request in turn (then
 * `"pass"`), the same one always, or some by chance.
 */
export type Script =
  | ScriptStep
  | readonly ScriptStep[]
  | { readonly always: ScriptStep }
  | { readonly random: RandomSteps };
