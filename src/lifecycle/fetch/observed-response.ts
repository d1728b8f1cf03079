import { hiddenField } from "../../base/hidden-field.ts";
import type { AnyCodec } from "../../providers/provider.ts";
import { mayStream } from "../../providers/stream/untold-type.ts";
import type { Gate } from "../gate.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import { attachLifecycle } from "../lifecycle-of.ts";
import { beforeReading } from "./before-reading.ts";
import { markedHeaders } from "./marked-headers.ts";
import { restorerFor, watchBody } from "./watched-body.ts";

/** What {@link observeResponse} needs. */
export interface ObservedResponseParts {
  readonly gate: Gate;
  readonly record: LifecycleRecord;
  readonly codec: AnyCodec;
  /** Whether we requested usage that the app must not see. */
  readonly concealing: boolean;
  /** False if another interceptor reads and reports the body: then only headers are added. */
  readonly bodyIsOurs: boolean;
  /**
   * Called once, when the app is about to read a body of another interceptor: returns whether we
   * take the body over, because nobody has started to read it.
   */
  readonly takeBody?: (() => boolean) | undefined;
  /** The request's signal. */
  readonly signal: AbortSignal | undefined;
}

const marked = hiddenField<Headers>();

/**
 * One getter for all responses, because an own getter would give each response its own hidden
 * class.
 */
const MARKED_HEADERS: PropertyDescriptor & ThisType<Response> = {
  enumerable: false,
  configurable: true,
  get() {
    return marked.get(this);
  },
};

/**
 * Observes a response in place: it stays the same object, with its class, `url`, `type` and
 * `redirected`; only its ways of being read are replaced, on this instance.
 */
export function observeResponse(response: Response, parts: ObservedResponseParts): Response {
  const { record } = parts;
  attachLifecycle(response, record.view);
  const { headers } = response;
  // Test doubles may have no headers.
  const type = headers?.get("content-type") ?? null;
  const restorer = parts.bodyIsOurs ? restorerFor(parts, type) : undefined;
  if (headers !== undefined) {
    const isConcealed = parts.bodyIsOurs && parts.concealing && mayStream(type);
    const rewritten = restorer !== undefined || isConcealed;
    marked.set(response, markedHeaders(headers, record.clientEventId, rewritten));
    Object.defineProperty(response, "headers", MARKED_HEADERS);
    // Many SDKs keep only the headers of a failed response in their error.
    if (!response.ok) attachLifecycle(response.headers, record.view);
  }
  const { takeBody } = parts;
  if (parts.bodyIsOurs) watchBody(response, { type, restorer, ...parts });
  else if (takeBody !== undefined) {
    beforeReading(response, () => {
      if (takeBody()) watchBody(response, { type, restorer: restorerFor(parts, type), ...parts });
    });
  }
  return response;
}
