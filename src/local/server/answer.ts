import type { ErrorBody } from "../../contract/error-body.ts";

/** One HTTP answer before it is written. */
export interface Answer {
  readonly status: number;
  /** Beside `date`, `content-type` and `content-length`, which the server sets. Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value; undefined for none. */
  readonly body?: unknown;
  /** Sent instead of `body`, exactly as it is; `body` then says what it holds, for observers. */
  readonly raw?: string | Uint8Array;
}

/** A 200 with a JSON body. */
export function ok(body: unknown): Answer {
  return { status: 200, body };
}

/** An error answer in the contract's shape. */
export function refuse(
  status: number,
  body: ErrorBody,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, body, headers };
}

/** A 401 in the contract's shape; `reason` says what about the key was wrong, never the key. */
export function unauthorized(reason: string): Answer {
  return refuse(401, { error: "Unauthorized", reason });
}

/** The 500 for everything that went wrong on this side; `details` is a short diagnostic. */
export function internalFailure(reason: string, cause: unknown): Answer {
  const details = cause instanceof Error ? cause.message : String(cause);
  return refuse(500, { error: "Internal processing failure", reason, details });
}
