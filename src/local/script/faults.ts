import type { ServerResponse } from "node:http";
import type { Answer } from "../server/answer.ts";
import { payloadOf, writeAnswer, writeHead } from "../server/write-answer.ts";
import { MAX_TIMER_MS } from "../timers.ts";
import type { FaultStep } from "./script-step.ts";

/** Slow enough for any deadline, fast enough to look alive, in milliseconds. */
const DEFAULT_TRICKLE_MS = 50;

/** The open response, and the answer that would have been sent, if the request was processed. */
export interface FaultScene {
  readonly response: ServerResponse;
  readonly answer: Answer | undefined;
  readonly now: number;
}

/** Applies a fault to the connection. */
export function commitFault(step: FaultStep, scene: FaultScene): void {
  const { response, answer } = scene;
  switch (step.fault) {
    case "reset":
    case "reset-after-store":
      response.socket?.resetAndDestroy();
      return;
    case "stall-headers":
      return;
    case "garbage":
      response.socket?.end("220 mail.example ESMTP ready\r\n");
      return;
    case "deliver-twice":
      if (answer !== undefined) writeAnswer(response, answer, scene.now);
      return;
    default:
      if (answer !== undefined) breakBody(step, { ...scene, answer });
  }
}

function breakBody(step: FaultStep, scene: FaultScene & { readonly answer: Answer }): void {
  const { response, answer, now } = scene;
  const payload = Buffer.from(payloadOf(answer));
  writeHead(response, answer, { now, payload });
  if (step.fault === "trickle-body") {
    trickle(response, payload, step.everyMs ?? DEFAULT_TRICKLE_MS);
    return;
  }
  response.write(payload.subarray(0, payload.length >> 1), () => {
    if (step.fault === "truncate-body") response.socket?.end();
    if (step.fault === "reset-body") response.socket?.resetAndDestroy();
  });
}

function trickle(response: ServerResponse, payload: Buffer, everyMs: number): void {
  let sent = 0;
  const timer = setInterval(
    () => {
      response.write(payload.subarray(sent, sent + 1));
      sent += 1;
      if (sent === payload.length) response.end();
    },
    Math.min(everyMs, MAX_TIMER_MS),
  );
  response.once("close", () => clearInterval(timer));
}
