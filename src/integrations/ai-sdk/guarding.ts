import type { CallContext } from "../../lifecycle/context/context.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import type { ProviderCodec } from "../../providers/provider.ts";
import type { CodecRequest, ModelCall } from "./call-shape.ts";
import type { WaitingCall, WaitingCalls } from "./waiting-calls.ts";

/** How models are guarded. */
export interface GuardMiddlewareOptions {
  /** Context for one call, from the options that its model is called with. */
  readonly context?: ((options: object) => CallContext) | undefined;
  /**
   * The `maxRetries` that the app gives to the SDK, which does not pass it on. Default 2, as the
   * SDK's: after so many retries a failure is the end of a call, and its event goes out at once.
   */
  readonly maxRetries?: number | undefined;
}

/** What calls are guarded with. */
export interface Guarding {
  readonly gate: Gate;
  readonly options: GuardMiddlewareOptions;
  readonly codec: ProviderCodec<CodecRequest, unknown, unknown>;
  readonly maxRetries: number;
  readonly waiting: WaitingCalls<LogicalCall>;
}

/** What the middleware may do: the call as it is, when it is guarded already, or an approved one. */
export interface Steps<Answer> {
  readonly past: () => PromiseLike<Answer>;
  readonly approved: (options: object) => PromiseLike<Answer>;
}

/** One call of the app, over all attempts that the SDK makes at it. */
export interface LogicalCall extends WaitingCall {
  again(call: ModelCall, steps: Steps<unknown>): Promise<unknown>;
}
