import type { Answer } from "../../providers/provider.ts";
import type { Ending } from "./report.ts";
import { soundAnswer } from "./sound-answer.ts";

const NO_ANSWER: Answer = Object.freeze({ output: "" });

/**
 * How a call ended whose provider has answered. If its answer cannot be read, the event has no
 * content, but the app still gets the answer.
 */
export function answered(read: () => Answer): Ending {
  try {
    const answer = soundAnswer(read());
    return { outcome: answer.failed ? "error" : "complete", answer };
  } catch {
    return { outcome: "complete", answer: NO_ANSWER, withheld: "answer_unreadable" };
  }
}
