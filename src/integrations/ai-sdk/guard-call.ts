import { type Attempt, AttemptedCall } from "../../lifecycle/attempted-call.ts";
import { birth } from "../../lifecycle/birth.ts";
import type { Born } from "../../lifecycle/born.ts";
import { contextOf } from "../../lifecycle/call-context.ts";
import type { CallContext, MergedContext } from "../../lifecycle/context.ts";
import { allowReferences, allowRenderings, isEnclosed } from "../../lifecycle/enclose.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import { joinSignals } from "../../lifecycle/join-signals.ts";
import { prepare } from "../../lifecycle/prepare.ts";
import { runCall } from "../../lifecycle/run-call.ts";
import { runStream } from "../../lifecycle/run-stream.ts";
import { countKept } from "../../providers/ai-sdk-language-model/kept-parts.ts";
import { renderingsOf } from "../../providers/ai-sdk-language-model/renderings.ts";
import type { ProviderCodec } from "../../providers/provider.ts";
import {
  type CodecRequest,
  type ModelCall,
  type OpenedStream,
  optionsOf,
  requestOf,
} from "./call-shape.ts";
import { readPieces, streamOf } from "./part-stream.ts";
import { retryDelayMs } from "./retry-rule.ts";
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

/** A call whose answer comes at once. */
export function guardWhole(
  guarding: Guarding,
  call: ModelCall,
  steps: Steps<unknown>,
): Promise<unknown> {
  return guardCall(guarding, { call, steps }, async (entry, invoke) => {
    const { codec, gate } = guarding;
    const { response } = await runCall(gate, { ...entry, codec, invoke });
    return response;
  });
}

/** A call whose answer is a stream of parts. */
export function guardStreamed(
  guarding: Guarding,
  call: ModelCall,
  steps: Steps<OpenedStream>,
): Promise<OpenedStream> {
  return guardCall(guarding, { call, steps }, async (entry, invoke) => {
    const { codec, gate } = guarding;
    let opened: OpenedStream | undefined;
    const stream = await runStream(gate, {
      ...entry,
      codec,
      takesUsageRequest: false,
      invoke: async (invocation) => {
        opened = await invoke(invocation);
        return readPieces(opened.stream);
      },
    });
    return { ...(opened as OpenedStream), stream: streamOf(stream) };
  });
}

type Invoke<Answer> = Attempt<CodecRequest, Answer>;

async function guardCall<Answer>(
  guarding: Guarding,
  made: { readonly call: ModelCall; readonly steps: Steps<Answer> },
  run: (entry: Entry, invoke: Invoke<Answer>) => Promise<Answer>,
): Promise<Answer> {
  const { gate, waiting } = guarding;
  const { call, steps } = made;
  const nowMs = gate.services.clock.monotonic();
  const earlier = waiting.find(call, { nowMs, context: () => contextFor(guarding, call) });
  if (earlier !== undefined) return earlier.again(call, steps) as Promise<Answer>;
  const entry = enterCall(guarding, call);
  if (entry === undefined) return steps.past();
  const attempted = attemptedCall<Answer>(guarding, call, entry);
  return attempted.begin(attemptOf(call, steps), (invoke) => run(entry, invoke));
}

/** Retries wait a little longer than the SDK does, which has things to prepare after its wait. */
const PREPARING_MS = 1_000;

function attemptedCall<Answer>(
  { gate, maxRetries, waiting }: Guarding,
  call: ModelCall,
  { context, born: { record } }: Entry,
): AttemptedCall<CodecRequest, Answer, Answer> {
  const { clock } = gate.services;
  let dueAtMs = 0;
  const logical: LogicalCall = {
    call,
    context,
    get dueAtMs() {
      return dueAtMs;
    },
    again: (next, steps) => attempted.again(attemptOf(next, steps as Steps<Answer>)),
  };
  const attempted = new AttemptedCall<CodecRequest, Answer, Answer>({
    gate,
    record,
    waitMs: (error, failures) => {
      const delayMs = retryDelayMs(error, { failures, maxRetries, now: clock.now() });
      if (delayMs === undefined) return undefined;
      dueAtMs = clock.monotonic() + delayMs;
      return delayMs + PREPARING_MS;
    },
    onWait: (waits) => {
      if (waits) waiting.add(logical);
      else waiting.delete(logical);
    },
  });
  return attempted;
}

/** Calls the model with what was approved. */
function attemptOf<Answer>({ options }: ModelCall, steps: Steps<Answer>): Invoke<Answer> {
  return async ({ request, signal }) => {
    allowReferences(signal, countKept(request));
    allowRenderings(signal, () => renderingsOf(request));
    return steps.approved(optionsOf(request, signal, options.headers));
  };
}

/** A call that begins its lifecycle. */
interface Entry {
  readonly request: CodecRequest;
  readonly context: MergedContext;
  readonly born: Born<CodecRequest>;
}

/** Undefined for a call inside a lifecycle that has approved all of its words. */
function enterCall(guarding: Guarding, call: ModelCall): Entry | undefined {
  const { gate, codec } = guarding;
  gate.services.active.assertOpen();
  const request = requestOf(call);
  const prepared = prepare(codec, request);
  const { abortSignal } = call.options;
  if (isEnclosed(gate, prepared.prompt, { signal: abortSignal })) return undefined;
  const own = contextFor(guarding, call);
  const context = { ...own, signal: joinSignals(abortSignal, own.signal) };
  const { operation } = codec;
  const record = birth(gate, { operation, prompt: prepared.prompt, context });
  return { request, context, born: { prepared, record } };
}

function contextFor({ gate, options }: Guarding, call: ModelCall): MergedContext {
  return contextOf(gate, options.context?.(call.options));
}
