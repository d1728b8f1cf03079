import { type Attempt, AttemptedCall } from "../../lifecycle/attempted-call.ts";
import { allowReferences, allowRenderings } from "../../lifecycle/run-in-lifecycle.ts";
import { countKept } from "../../providers/ai-sdk-language-model/kept-parts.ts";
import { renderingsOf } from "../../providers/ai-sdk-language-model/renderings.ts";
import { type CodecRequest, type ModelCall, optionsOf } from "./call-shape.ts";
import type { LogicalCall, MiddlewareSetup, Steps } from "./middleware-setup.ts";
import { retryDelayMs } from "./retry-rule.ts";
import type { StartedModelCall } from "./start-model-call.ts";

/** Calls the model with the approved options. */
export type Invoke<Answer> = Attempt<CodecRequest, Answer>;

/** Added to the SDK's own wait, in milliseconds, because the SDK has work to do after it. */
const PREPARING_MS = 1_000;

/** One lifecycle for all attempts of a call. */
export function attemptedCall<Answer>(
  { gate, maxRetries, waiting }: MiddlewareSetup,
  call: ModelCall,
  { parts: context, started: { record } }: StartedModelCall,
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

/** A function that calls the model with the approved options. */
export function attemptOf<Answer>({ options }: ModelCall, steps: Steps<Answer>): Invoke<Answer> {
  return async ({ request, signal }) => {
    allowReferences(signal, countKept(request));
    allowRenderings(signal, () => renderingsOf(request));
    return steps.approved(optionsOf(request, signal, options.headers));
  };
}
