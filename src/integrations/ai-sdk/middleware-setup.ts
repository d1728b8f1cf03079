import type { CallContext } from "../../lifecycle/context/context.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import type { ProviderCodec } from "../../providers/provider.ts";
import type { CodecRequest, ModelCall } from "./call-shape.ts";
import type { WaitingCall, WaitingCalls } from "./waiting-calls.ts";

/** Options of `guardMiddleware`. */
export interface GuardMiddlewareOptions {
  /** Returns the context of one call from the options of the model call. */
  readonly context?: ((options: object) => CallContext) | undefined;
  /**
   * The `maxRetries` that the app passes to the SDK, which does not tell the model. Default 2, like
   * the SDK's. After this many retries, a failure ends the call, and its event is sent at once.
   */
  readonly maxRetries?: number | undefined;
}

/** What one middleware needs to guard calls. */
export interface MiddlewareSetup {
  readonly gate: Gate;
  readonly options: GuardMiddlewareOptions;
  readonly codec: ProviderCodec<CodecRequest, unknown, unknown>;
  readonly maxRetries: number;
  readonly waiting: WaitingCalls<LogicalCall>;
}

/**
 * The two ways to make the call: unguarded, because it is guarded already, or with approved
 * options.
 */
export interface Steps<Answer> {
  readonly unguarded: () => PromiseLike<Answer>;
  readonly approved: (options: object) => PromiseLike<Answer>;
}

/** One call of the app, with all attempts that the SDK makes. */
export interface LogicalCall extends WaitingCall {
  again(call: ModelCall, steps: Steps<unknown>): Promise<unknown>;
}
