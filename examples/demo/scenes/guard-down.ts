import { GuardUnavailableError, isGuardUnavailable } from "../../../src/index.ts";
import { holds, same } from "../facts.ts";
import type { Messages, Scene } from "../scene.ts";
import { ask } from "./ask.ts";
import { stoppedFacts } from "./usual-facts.ts";

/** Shorter than the default of five seconds, so that nobody has to wait. */
const GUARD_DEADLINE_MS = 500;

/** Tolerance for a busy machine. */
const GRACE_MS = 200;

const messages: Messages = [{ role: "user", content: "Is anybody there?" }];

/** No decision, no call. */
export const guardDown: Scene = {
  title: "The guard is down",
  story: "No decision, no call: asked again until the deadline, then it fails closed.",
  messages,
  reply: "This must never be said.",
  async play({ plane, openaiWith }) {
    const openai = openaiWith({ guardDeadlineMs: GUARD_DEADLINE_MS });
    plane.script("guard", { always: "reset" });
    try {
      return await ask(openai, messages);
    } finally {
      plane.script("guard", []);
    }
  },
  facts: (evidence) => {
    const { ending, guardInputs, waitedMs } = evidence;
    const error = ending.kind === "error" ? ending.error : undefined;
    const { attempts, kind, retryable } = error instanceof GuardUnavailableError ? error : {};
    return [
      holds("The call rejected with GuardUnavailableError.", isGuardUnavailable(error), ending),
      holds("The guard was asked more than once.", guardInputs.length > 1, guardInputs.length),
      holds(
        "The error counts every attempt.",
        // A request that the deadline cut off may not have arrived.
        attempts === guardInputs.length || attempts === guardInputs.length + 1,
        { attempts, arrived: guardInputs.length },
      ),
      same(
        "It says that a later retry may succeed.",
        { kind, retryable },
        { kind: "unreachable", retryable: true },
      ),
      holds(
        `It was over within its deadline of ${GUARD_DEADLINE_MS} ms.`,
        waitedMs < GUARD_DEADLINE_MS + GRACE_MS,
        waitedMs,
      ),
      ...stoppedFacts(evidence),
    ];
  },
};
