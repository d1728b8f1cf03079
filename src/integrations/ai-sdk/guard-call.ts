import { attachLifecycle } from "../../lifecycle/lifecycle-of.ts";
import { runCall } from "../../lifecycle/run-call.ts";
import { runStream } from "../../lifecycle/stream/run-stream.ts";
import { attemptedCall, attemptOf, type Invoke } from "./attempts.ts";
import type { ModelCall, OpenedStream } from "./call-shape.ts";
import { contextFor, type Entry, enterCall } from "./entry.ts";
import type { Guarding, Steps } from "./guarding.ts";
import { readPieces, streamOf } from "./part-stream.ts";

/** A call whose answer comes at once. */
export function guardWhole(
  guarding: Guarding,
  call: ModelCall,
  steps: Steps<unknown>,
): Promise<unknown> {
  return guardCall(guarding, { call, steps }, async (entry, invoke) => {
    const { codec, gate } = guarding;
    const { response } = await runCall(gate, { ...entry, codec, invoke });
    markHeaders(response, entry);
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
    markHeaders(opened, entry);
    return { ...(opened as OpenedStream), stream: streamOf(stream) };
  });
}

/** The one object of an answer that the SDK hands on as it is, in the results and steps it makes. */
function markHeaders(answer: unknown, { started }: Entry): void {
  const { response } = (answer ?? {}) as { readonly response?: { readonly headers?: unknown } };
  attachLifecycle(response?.headers, started.record.view);
}

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
