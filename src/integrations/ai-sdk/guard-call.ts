import { contextOf } from "../../lifecycle/context/call-context.ts";
import { attachLifecycle } from "../../lifecycle/lifecycle-of.ts";
import { runCall } from "../../lifecycle/run-call.ts";
import { runStream } from "../../lifecycle/stream/run-stream.ts";
import { attemptedCall, attemptOf, type Invoke } from "./attempts.ts";
import type { ModelCall, OpenedStream } from "./call-shape.ts";
import type { MiddlewareSetup, Steps } from "./middleware-setup.ts";
import { contextFor, type ModelCallContext } from "./model-call-context.ts";
import { type Cancelling, readPieces, streamOf } from "./part-stream.ts";
import { type StartedModelCall, startModelCall } from "./start-model-call.ts";

/** A call with a complete answer. */
export function guardGenerate(
  setup: MiddlewareSetup,
  call: ModelCall,
  steps: Steps<unknown>,
): Promise<unknown> {
  return guardCall(setup, { call, steps }, async (started, invoke) => {
    const { codec, gate } = setup;
    const { response } = await runCall(gate, { ...started, codec, invoke });
    markHeaders(response, started);
    return response;
  });
}

/** A call with a streamed answer. */
export function guardStream(
  setup: MiddlewareSetup,
  call: ModelCall,
  steps: Steps<OpenedStream>,
): Promise<OpenedStream> {
  return guardCall(setup, { call, steps }, async (started, invoke) => {
    const { codec, gate } = setup;
    let opened: OpenedStream | undefined;
    const cancelling: Cancelling = {};
    const stream = await runStream(gate, {
      ...started,
      codec,
      takesUsageRequest: false,
      invoke: async (invocation) => {
        opened = await invoke(invocation);
        return readPieces(opened.stream, cancelling);
      },
    });
    markHeaders(opened, started);
    return { ...(opened as OpenedStream), stream: streamOf(stream, cancelling) };
  });
}

/**
 * Attaches the lifecycle to the only object of an answer that the SDK passes on unchanged to its
 * results and steps.
 */
function markHeaders(answer: unknown, { started }: StartedModelCall): void {
  const { response } = (answer ?? {}) as { readonly response?: { readonly headers?: unknown } };
  attachLifecycle(response?.headers, started.record.view);
}

async function guardCall<Answer>(
  setup: MiddlewareSetup,
  { call, steps }: { readonly call: ModelCall; readonly steps: Steps<Answer> },
  run: (started: StartedModelCall, invoke: Invoke<Answer>) => Promise<Answer>,
): Promise<Answer> {
  const { gate, options, waiting } = setup;
  const nowMs = gate.services.clock.monotonic();
  const around = contextOf(gate, undefined);
  let made: ModelCallContext | undefined;
  const context = () => (made ??= contextFor(around, options.context?.(call.options)));
  const earlier = waiting.find(call, { nowMs, around, context });
  if (earlier !== undefined) return earlier.again(call, steps) as Promise<Answer>;
  const started = startModelCall(setup, call, context);
  if (started === undefined) return steps.unguarded();
  const attempted = attemptedCall<Answer>(setup, call, started);
  return attempted.begin(attemptOf(call, steps), (invoke) => run(started, invoke));
}
