import type { ResponseHead } from "./pending-request.ts";
import type { ResponseHeaders } from "./transport.ts";

/** A response that a dispatcher has turned into an error. `body`: undefined if it was discarded. */
export interface ResponseInError extends ResponseHead {
  readonly body: string | undefined;
}

/** undici's `responseError` interceptor. */
const WITH_BODY = "UND_ERR_RESPONSE";
/** undici's `RetryAgent` and `retry` interceptor. */
const WITHOUT_BODY = "UND_ERR_REQ_RETRY";

/**
 * The unsuccessful response in an error, if it is one of undici's. A custom dispatcher may have
 * interceptors that throw for a status, and what the service answered is no broken connection.
 */
export function responseInError(error: unknown): ResponseInError | undefined {
  try {
    const { code, statusCode, headers, body } = Object(error) as Record<string, unknown>;
    if (code !== WITH_BODY && code !== WITHOUT_BODY) return undefined;
    if (typeof statusCode !== "number" || statusCode < 300) return undefined;
    return {
      status: statusCode,
      headers: Object(headers) as ResponseHeaders,
      body: code === WITH_BODY ? textOf(body) : undefined,
    };
  } catch {
    // An error that cannot be inspected is none of undici's.
    return undefined;
  }
}

/** The interceptor parses JSON. */
function textOf(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}
