import type { ServerResponse } from "node:http";
import type { Answer } from "../server/answer.ts";
import type { GivenAnswer, ReceivedRequest } from "../server/received-request.ts";
import { writeAnswer } from "../server/write-answer.ts";
import { MAX_TIMER_MS } from "../timers.ts";
import { commitFault } from "./faults.ts";
import type { FaultStep, PassStep, Step } from "./script-step.ts";
import { editedAnswer, redirectAnswer, scriptedAnswer } from "./scripted-answer.ts";

/** A request that waits for its response. */
export interface Exchange {
  readonly request: ReceivedRequest;
  readonly response: ServerResponse;
  /** Processes the request by the contract, and returns the answer without sending it. */
  readonly process: () => Answer | Promise<Answer>;
  readonly now: () => number;
  readonly answered: (answer: GivenAnswer) => void;
}

/** Sends the contract's answer, synchronously if possible. */
export function performPass(exchange: Exchange): void | Promise<void> {
  const answer = exchange.process();
  if (answer instanceof Promise) return answer.then((late) => send(exchange, late, late));
  send(exchange, answer, answer);
}

/** Performs a step. */
export async function performStep(scripted: Step, exchange: Exchange): Promise<void> {
  if (scripted === "pass") return performPass(exchange);
  const step = typeof scripted === "string" ? { fault: scripted } : scripted;
  const early: Answer | undefined = step.afterStore === true ? await exchange.process() : undefined;
  if (step.delayMs !== undefined) await delay(exchange.response, step.delayMs);
  if (exchange.response.destroyed) {
    exchange.answered(given(undefined, early));
    return;
  }
  if ("fault" in step) return performFault(step, exchange, early);
  if ("redirect" in step) return send(exchange, redirectAnswer(step), early);
  if ("status" in step) return send(exchange, scriptedAnswer(step), early);
  return performEdit(step, exchange, early);
}

async function performEdit(
  step: PassStep,
  exchange: Exchange,
  early: Answer | undefined,
): Promise<void> {
  const processed = early ?? (await exchange.process());
  send(exchange, editedAnswer(step, processed), processed);
}

async function performFault(
  step: FaultStep,
  exchange: Exchange,
  early: Answer | undefined,
): Promise<void> {
  const processed = early ?? (PROCESSING.has(step.fault) ? await exchange.process() : undefined);
  const last = step.fault === "deliver-twice" ? await exchange.process() : processed;
  exchange.answered(given(ARRIVING.has(step.fault) ? last : undefined, last));
  commitFault(step, { response: exchange.response, answer: last, now: exchange.now() });
}

/** The faults after which the client has a complete response. */
const ARRIVING: ReadonlySet<FaultStep["fault"]> = new Set<FaultStep["fault"]>([
  "trickle-body",
  "deliver-twice",
]);

const PROCESSING: ReadonlySet<FaultStep["fault"]> = new Set<FaultStep["fault"]>([
  "reset-after-store",
  "stall-body",
  "trickle-body",
  "truncate-body",
  "reset-body",
  "deliver-twice",
]);

function send(exchange: Exchange, answer: Answer, processed: Answer | undefined): void {
  exchange.answered(given(answer, processed));
  writeAnswer(exchange.response, answer, exchange.now());
}

function given(sent: Answer | undefined, processed: Answer | undefined): GivenAnswer {
  return {
    status: sent?.status,
    headers: sent?.headers ?? {},
    body: sent?.body,
    processed:
      processed === undefined ? undefined : { status: processed.status, body: processed.body },
  };
}

/** Waits, but no longer than the client is connected and the server is open. */
function delay(response: ServerResponse, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      response.off("close", finish);
      resolve();
    };
    const timer = setTimeout(finish, Math.min(delayMs, MAX_TIMER_MS));
    response.once("close", finish);
  });
}
