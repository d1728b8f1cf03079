import { UnguardedRequestError } from "../../errors.ts";

/** Says why a request's body cannot be checked, and what to send instead. */
export function refusal(what: string, instead = "Send plain JSON"): UnguardedRequestError {
  return new UnguardedRequestError(
    `The request has ${what}, so its prompt cannot be checked; nothing was sent. ${instead}.`,
  );
}
