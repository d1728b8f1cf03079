import { MAX_GUARD_ANSWER_BYTES } from "../../contract/limits.ts";
import { GUARD_PATH } from "../../contract/paths.ts";
import type { Deadline } from "../../transport/deadline.ts";
import type { Attempt } from "../../transport/retry.ts";
import { deadlineError } from "../../transport/settle-within.ts";
import type { ResponseHeaders } from "../../transport/transport.ts";
import { hideSent } from "../answers/error-answer.ts";
import { type ApiClient, type ApiReply, isKeyless } from "../api-client.ts";
import {
  type AttemptFailure,
  failureOfAnswer,
  failureOfTransport,
  notAsked,
} from "./guard-failure.ts";
import { type GuardVerdict, readVerdict } from "./verdict.ts";

/** One guard phase. */
export interface PhaseRequest {
  /** The guard request as JSON, the same for every attempt. */
  readonly body: string;
  /** The text that it asks about. */
  readonly input: string;
  readonly clientEventId: string;
  /** Of the whole phase. */
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
}

/** The result of one guard request. */
export type AttemptResult =
  | {
      readonly verdict: GuardVerdict;
      readonly headers: ResponseHeaders;
      readonly failure?: undefined;
    }
  | { readonly verdict?: undefined; readonly failure: AttemptFailure };

/** The requests of one guard phase, one after the other. */
export class GuardAttempts {
  readonly #api: ApiClient;
  readonly #request: PhaseRequest;
  #sent = 0;

  constructor(api: ApiClient, request: PhaseRequest) {
    this.#api = api;
    this.#request = request;
  }

  /** Number of requests sent. */
  get sent(): number {
    return this.#sent;
  }

  /** Sends one request. Rejects only with the reason of the caller's signal. */
  next(): Promise<Attempt<AttemptResult>> {
    const { body, deadline, signal } = this.#request;
    const timeoutMs = deadline.remainingMs();
    if (timeoutMs <= 0) return Promise.resolve(this.#settle(this.#outOfTime()));
    this.#sent += 1;
    const message = {
      endpoint: GUARD_PATH,
      body,
      timeoutMs,
      maxBytes: MAX_GUARD_ANSWER_BYTES,
      signal,
      holdProcess: true,
    };
    return this.#api.send(message, (reply) => this.#read(reply));
  }

  #read(reply: ApiReply): Attempt<AttemptResult> {
    const { clientEventId, signal } = this.#request;
    if (!reply.ok && signal?.aborted) throw signal.reason;
    if (isKeyless(reply)) {
      this.#sent -= 1;
      return this.#settle(notAsked(reply.cause));
    }
    const flawed = !reply.ok;
    const body = reply.ok ? reply.body : reply.flawedBody;
    const reading =
      body === undefined
        ? undefined
        : readVerdict({ status: reply.status ?? 0, body, clientEventId, flawed });
    if (reading !== undefined && reading.kind !== "unproven") {
      const verdict = this.#withReason(reading.verdict);
      return { again: false, result: { verdict, headers: reply.headers ?? {} } };
    }
    const context = this.#api.errorContext(clientEventId, [this.#request.input]);
    if (!reply.ok) return this.#settle(failureOfTransport(reply, context));
    return this.#settle(failureOfAnswer(reply, reading?.why ?? "", context));
  }

  /** A reason may quote the request, and the reason of a denial gets into messages and logs. */
  #withReason(verdict: GuardVerdict): GuardVerdict {
    const { allowed, reason } = verdict;
    if (reason === undefined) return verdict;
    const { clientEventId, input } = this.#request;
    const context = this.#api.errorContext(clientEventId, allowed ? [] : [input]);
    return { ...verdict, reason: hideSent(reason, context) };
  }

  #settle(failure: AttemptFailure): Attempt<AttemptResult> {
    return { again: failure.again, retryAfterMs: failure.retryAfterMs, result: { failure } };
  }

  #outOfTime(): AttemptFailure {
    const { clientEventId, deadline } = this.#request;
    const cause = deadlineError(deadline.totalMs);
    const context = this.#api.errorContext(clientEventId);
    const failure = failureOfTransport({ ok: false, reason: "deadline", cause }, context);
    // A service that was not asked has not failed.
    return this.#sent > 0 ? failure : { ...failure, end: "abandoned" };
  }
}
