import { isObject } from "../base/option-rules.ts";
import { orUndo } from "../base/or-undo.ts";
import { ConfigurationError } from "../errors.ts";
import { type ExecuteResult, executeCodec, type ReadChunk } from "../providers/execute.ts";
import type { ModelProvider, ProviderCall } from "../providers/model-provider.ts";
import { contextOf } from "./context/call-context.ts";
import type { CallContext } from "./context/context.ts";
import type { Gate } from "./gate.ts";
import type { GuardedCall, GuardedResult, Invocation } from "./run-call.ts";
import { startCall } from "./start-call.ts";
import type { GuardedStream } from "./stream/guarded-stream.ts";
import type { GuardedStreamCall } from "./stream/run-stream.ts";

/** Arguments of an `execute` function. */
export interface ExecuteArguments {
  /**
   * The approved text: the guard's rewrite if there is one, else the input. Send this text and
   * nothing else.
   */
  readonly input: string;
  /** Aborts with the call. */
  readonly signal: AbortSignal;
  /** The lifecycle's id, for your logs and headers. */
  readonly clientEventId: string;
}

/** A call of any model through your own function. */
export interface ExecuteCall<Result extends ExecuteResult> extends CallContext {
  /** The model's name, for guard and event. Not empty. */
  readonly model: string;
  /** The prompt's text. The guard sees it unchanged, or masked if there is a masker. */
  readonly input: string;
  /** Calls the model. Called only after an allow. Errors it throws reach the app unchanged. */
  readonly execute: (call: ExecuteArguments) => Result | Promise<Result>;
}

/** `T`, but not inferred from this position: the provider determines it. */
type NotInferred<T> = [T][T extends unknown ? 0 : never];

/** A call with a provider's own request. */
export interface ProviderCallOptions<Request, Response, Chunk, RequestOptions> extends CallContext {
  /** The provider, from `openaiChat(client)` and similar functions, or from `defineProvider`. */
  readonly provider: ModelProvider<Request, Response, Chunk, RequestOptions>;
  /**
   * The request, as the provider's own client takes it. It is copied at once; later changes are not
   * sent.
   */
  readonly request: Request;
  /**
   * The provider client's own per-request options. A signal in them cancels the call, guard
   * included, as the context's does.
   */
  readonly requestOptions?: NotInferred<RequestOptions> | undefined;
}

/** A stream of any model, through your own function. */
export interface ExecuteStream<Chunk> extends CallContext {
  /** The model's name, for guard and event. Not empty. */
  readonly model: string;
  /** The prompt's text. The guard sees it unchanged, or masked if there is a masker. */
  readonly input: string;
  /** Opens the stream. Called only after an allow. Errors it throws reach the app unchanged. */
  readonly execute: (
    call: ExecuteArguments,
  ) => AsyncIterable<Chunk> | Promise<AsyncIterable<Chunk>>;
  /**
   * Reads chunks that are not strings. Without it, such chunks still reach the app, but the event
   * has `withheld: "answer_unreadable"` instead of their text.
   */
  readonly readChunk?: ReadChunk<Chunk> | undefined;
}

/** `guard.call`, both overloads. */
export function call(
  gate: Gate,
  options: ExecuteCall<ExecuteResult> | ProviderCallOptions<unknown, unknown, unknown, unknown>,
): Promise<GuardedResult<unknown>> {
  assertOptions(options);
  if ("provider" in options) return callProvider(gate, options);
  const { model, input, execute, ...context } = options;
  assertExecute(options);
  return begin(gate, {
    codec: executeCodec({ model, stream: false }),
    request: input,
    context: contextOf(gate, context, options),
    invoke: invokeBy(execute),
  });
}

function callProvider(
  gate: Gate,
  options: ProviderCallOptions<unknown, unknown, unknown, unknown>,
): Promise<GuardedResult<unknown>> {
  const { provider, request, requestOptions, ...context } = options;
  assertProvider(provider, "call");
  if ((request as { stream?: unknown } | undefined)?.stream === true) {
    throw wrong("request.stream is true: use guard.stream()");
  }
  return begin(gate, {
    codec: provider.codec,
    provider,
    request,
    context: contextOf(gate, context, options),
    requestOptions,
    invoke: (invocation) => provider.call(invocation as ProviderCall<unknown, unknown>),
  });
}

/** Async, so that a synchronous throw becomes a rejection. */
function invokeBy<Answer>(execute: (call: ExecuteArguments) => Answer | Promise<Answer>) {
  return async ({ request: input, signal, clientEventId }: Invocation<string>) =>
    execute({ input, signal, clientEventId });
}

/** `guard.stream`, both overloads. */
export function stream(
  gate: Gate,
  options: ExecuteStream<unknown> | ProviderCallOptions<unknown, unknown, unknown, unknown>,
): Promise<GuardedStream<unknown>> {
  assertOptions(options);
  if ("provider" in options) return streamProvider(gate, options);
  const { model, input, execute, readChunk, ...context } = options;
  assertExecute(options);
  if (readChunk !== undefined && typeof readChunk !== "function") {
    throw wrong("readChunk must be a function");
  }
  return beginStream(gate, {
    codec: executeCodec({ model, stream: true, readChunk }),
    request: input,
    context: contextOf(gate, context, options),
    takesUsageRequest: false,
    invoke: invokeBy(execute),
  });
}

function streamProvider(
  gate: Gate,
  options: ProviderCallOptions<unknown, unknown, unknown, unknown>,
): Promise<GuardedStream<unknown>> {
  const { provider, request, requestOptions, ...context } = options;
  assertProvider(provider, "stream");
  return beginStream(gate, {
    codec: provider.codec,
    provider,
    request: provider.asStream?.(request) ?? { ...(request as object), stream: true },
    context: contextOf(gate, context, options),
    takesUsageRequest: provider.takesUsageRequest,
    requestOptions,
    invoke: (invocation) => provider.stream(invocation as ProviderCall<unknown, unknown>),
  });
}

/** The modules that run calls, loaded with the first call. */
let calls: typeof import("./run-call.ts") | undefined;
let streams: typeof import("./stream/run-stream.ts") | undefined;

/** Starts the lifecycle before the first await, so that the caller knows it at once. */
async function begin<Request, Response, Chunk>(
  gate: Gate,
  call: GuardedCall<Request, Response, Chunk>,
): Promise<GuardedResult<Response>> {
  const started = startCall(gate, call);
  calls ??= await orUndo(import("./run-call.ts"), () =>
    gate.services.active.remove(started.record),
  );
  return calls.runCall(gate, { started, ...call });
}

async function beginStream<Request, Response, Chunk>(
  gate: Gate,
  call: GuardedStreamCall<Request, Response, Chunk>,
): Promise<GuardedStream<Chunk>> {
  const started = startCall(gate, call);
  streams ??= await orUndo(import("./stream/run-stream.ts"), () =>
    gate.services.active.remove(started.record),
  );
  return streams.runStream(gate, { started, ...call });
}

function assertOptions(options: unknown): void {
  if (!isObject(options)) {
    throw wrong("Pass an object: { model, input, execute } or { provider, request }");
  }
}

function assertExecute({
  model,
  input,
  execute,
}: {
  readonly model: unknown;
  readonly input: unknown;
  readonly execute: unknown;
}): void {
  if (typeof model !== "string" || model === "") throw wrong("model must be a non-empty string");
  if (typeof input !== "string") throw wrong("input must be a string");
  if (typeof execute !== "function") throw wrong("execute must be a function");
}

function wrong(what: string): ConfigurationError {
  return new ConfigurationError(`${what}. Nothing was sent.`);
}

function assertProvider(provider: unknown, needed: "call" | "stream"): void {
  const candidate = provider as Partial<ModelProvider<unknown, unknown, unknown, unknown>> | null;
  if (typeof candidate?.[needed] === "function") return;
  const what =
    typeof candidate?.codec?.readPrompt === "function"
      ? `be one that can ${needed}: ${candidate.codec.name} is not defined to`
      : "be a provider adapter, for instance openaiChat(client)";
  throw wrong(`provider must ${what}`);
}
