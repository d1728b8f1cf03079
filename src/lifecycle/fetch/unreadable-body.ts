import { UnguardedRequestError } from "../../errors.ts";

/** Why a request's body cannot be checked, and what to send in its stead. */
export function refusal(what: string, instead = "Send plain JSON"): UnguardedRequestError {
  return new UnguardedRequestError(
    `The request has ${what}, so its prompt cannot be checked; nothing was sent. ${instead}.`,
  );
}
