import type { ErrorBody } from "../../contract/error-body.ts";

/** An HTTP response before it is written. */
export interface Answer {
  readonly status: number;
  /** Lower-case names. The server itself sets `date`, `content-type` and `content-length`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value; undefined for none. */
  readonly body?: unknown;
  /** Sent instead of `body`, exactly as given; observers still get `body`. */
  readonly raw?: string | Uint8Array;
}

/** A 200 with a JSON body. */
export function ok(body: unknown): Answer {
  return { status: 200, body };
}

/** An error response in the contract's format. */
export function refuse(
  status: number,
  body: ErrorBody,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, body, headers };
}

/**
 * A 401 in the contract's format; `reason` says what is wrong with the key, but never contains it.
 */
export function unauthorized(reason: string): Answer {
  return refuse(401, { error: "Unauthorized", reason });
}

/** A 500 for a failure on this side; `details` is a short diagnostic. */
export function internalFailure(reason: string, cause: unknown): Answer {
  const details = cause instanceof Error ? cause.message : String(cause);
  return refuse(500, { error: "Internal processing failure", reason, details });
}
