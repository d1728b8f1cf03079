import { ignoreLateRejection } from "./late-rejection.ts";

/**
 * What a callback that must answer synchronously has answered.
 *
 * @throws TypeError for a promise, or anything else that would have to be awaited.
 */
export function atOnce<T>(answer: T): T {
  // Without another look: collectors of streams come here with each chunk.
  if (answer === undefined) return answer;
  ignoreLateRejection(answer);
  if ("then" in Object(answer)) throw new TypeError("A promise");
  return answer;
}
