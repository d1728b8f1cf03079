/**
 * `guarded-model-client/ai-sdk`: a middleware for the models of the AI SDK. The `ai` package
 * itself is never imported, so its majors 5, 6 and 7 fit.
 */

import { aFunction, assertOptions, strictObject, wholeNumber } from "../base/option-rules.ts";
import type { AnyGuardedModelClient } from "../client.ts";
import { registerInterceptor } from "../lifecycle/context/scope.ts";
import { gateOf } from "../lifecycle/gate.ts";
import { findOriginsBy } from "../lifecycle/lifecycle-of.ts";
import { originOf } from "../lifecycle/origin-of.ts";
import { aiSdkEmbeddingModelCodec } from "../providers/ai-sdk-embedding-model/codec.ts";
import { aiSdkImageModelCodec } from "../providers/ai-sdk-image-model/codec.ts";
import { aiSdkLanguageModelCodec } from "../providers/ai-sdk-language-model/codec.ts";
import type { ProviderCodec } from "../providers/provider.ts";
import type {
  CodecRequest,
  ModelOptions,
  OpenedStream,
  WrappedModel,
} from "./ai-sdk/call-shape.ts";
import { guardGenerate, guardStream } from "./ai-sdk/guard-call.ts";
import type { GuardMiddlewareOptions, LogicalCall } from "./ai-sdk/middleware-setup.ts";
import { DEFAULT_MAX_RETRIES } from "./ai-sdk/retry-rule.ts";
import { WaitingCalls } from "./ai-sdk/waiting-calls.ts";

export type { GuardMiddlewareOptions } from "./ai-sdk/middleware-setup.ts";

/** What the SDK passes to a middleware for one call. */
export interface WrappedCall {
  /** The options of the model call, including the prompt. */
  readonly params: object;
  /** The model itself; called with the approved options. */
  readonly model: object;
}

/**
 * One middleware for `wrapLanguageModel`, `wrapEmbeddingModel` and `wrapImageModel`. Its functions
 * have the types of the installed version of `ai`.
 */
export interface GuardMiddleware {
  /** This value type-checks and works with `ai` 5, 6 and 7. */
  readonly specificationVersion: "v3";
  /** Wraps whole answers of language models, and image models. */
  readonly wrapGenerate: <Result>(
    call: WrappedCall & { readonly doGenerate: () => PromiseLike<Result> },
  ) => Promise<Result>;
  /** Wraps streams of language models. */
  readonly wrapStream: <Result>(
    call: WrappedCall & { readonly doStream: () => PromiseLike<Result> },
  ) => Promise<Result>;
  /** Wraps embedding models. */
  readonly wrapEmbed: <Result>(
    call: WrappedCall & { readonly doEmbed: () => PromiseLike<Result> },
  ) => Promise<Result>;
}

const OPTIONS = strictObject({
  context: aFunction,
  maxRetries: wholeNumber(0),
});

/**
 * Guards every call of the wrapped models. Each call that reaches a model has its own lifecycle, so
 * each step of a conversation with tools does too. If there are several middlewares, put this one
 * last: a later one could change the approved text.
 *
 * A denial rejects like any model error, and the SDK does not retry it.
 *
 * @throws ConfigurationError if `guard` is not a `GuardedModelClient`, or an option is wrong or
 * unknown.
 */
export function guardMiddleware(
  guard: AnyGuardedModelClient,
  options: GuardMiddlewareOptions = {},
): GuardMiddleware {
  const gate = gateOf(guard);
  assertOptions("guardMiddleware", OPTIONS, options);
  // A guarded call around it may not pass its signal on to the SDK.
  registerInterceptor(gate.services);
  findOriginsBy(originOf);
  const { maxRetries = DEFAULT_MAX_RETRIES } = options;
  const waiting = new WaitingCalls<LogicalCall>();
  const shared = { gate, options, maxRetries, waiting };
  const language = { ...shared, codec: aiSdkLanguageModelCodec as ModelCodec };
  const embedding = { ...shared, codec: aiSdkEmbeddingModelCodec as ModelCodec };
  const image = { ...shared, codec: aiSdkImageModelCodec as ModelCodec };
  const middleware: Middleware = {
    specificationVersion: "v3",
    wrapGenerate({ doGenerate: past, params: options, model }) {
      const approved = (own: object) => model.doGenerate(own);
      const kind = isPicture(options) ? image : language;
      return guardGenerate(kind, { model, options, stream: false }, { unguarded: past, approved });
    },
    wrapStream({ doStream: past, params: options, model }) {
      const approved = (own: object) => model.doStream(own);
      return guardStream(language, { model, options, stream: true }, { unguarded: past, approved });
    },
    wrapEmbed({ doEmbed: past, params: options, model }) {
      const approved = (own: object) => model.doEmbed(own);
      return guardGenerate(
        embedding,
        { model, options, stream: false },
        { unguarded: past, approved },
      );
    },
  };
  return middleware as unknown as GuardMiddleware;
}

/** A codec for one kind of model. */
type ModelCodec = ProviderCodec<CodecRequest, unknown, unknown>;

/** {@link GuardMiddleware} with the types used internally. */
interface Middleware {
  readonly specificationVersion: "v3";
  wrapGenerate(call: Wrapped & { doGenerate(): PromiseLike<unknown> }): Promise<unknown>;
  wrapStream(call: Wrapped & { doStream(): PromiseLike<OpenedStream> }): Promise<OpenedStream>;
  wrapEmbed(call: Wrapped & { doEmbed(): PromiseLike<unknown> }): Promise<unknown>;
}

interface Wrapped {
  readonly params: ModelOptions;
  readonly model: WrappedModel;
}

/** Whether the options are an image model's: only language models have a list as prompt. */
function isPicture(params: ModelOptions): boolean {
  return !Array.isArray(params.prompt);
}
