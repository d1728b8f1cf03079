import { hiddenField } from "../../base/hidden-field.ts";
import type { AnyCodec } from "../../providers/provider.ts";
import { WireCollector } from "../../providers/stream/wire-collector.ts";
import type { Gate } from "../gate.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import { attachLifecycle } from "../lifecycle-of.ts";
import { StreamReport } from "../stream/stream-report.ts";
import { markedHeaders } from "./marked-headers.ts";
import { observeBody } from "./observed-body.ts";

/** What observing a response takes. */
export interface ObservedResponseParts {
  readonly gate: Gate;
  readonly record: LifecycleRecord;
  readonly codec: AnyCodec;
  /** Whether we asked for usage that the app must not see. */
  readonly concealing: boolean;
  /** False when somebody else reads the body and reports: then only the headers are added to. */
  readonly bodyIsOurs: boolean;
  /** The request's signal. */
  readonly signal: AbortSignal | undefined;
}

const marked = hiddenField<Headers>();

/** One getter for all responses: one of its own would give each its own shape. */
const MARKED_HEADERS: PropertyDescriptor & ThisType<Response> = {
  enumerable: false,
  configurable: true,
  get() {
    return marked.get(this);
  },
};

/**
 * Watches a response in place: the same object, so that class, `url`, `type` and `redirected`
 * stay what they are; only its ways of being read are replaced on this one instance.
 */
export function observeResponse(response: Response, parts: ObservedResponseParts): Response {
  const { record } = parts;
  attachLifecycle(response, record.view);
  const { headers } = response;
  // Doubles in tests may have none.
  const type = headers?.get("content-type") ?? null;
  const restorer = parts.bodyIsOurs
    ? record.masking?.restoration?.body(parts.codec, type)
    : undefined;
  if (headers !== undefined) {
    marked.set(response, markedHeaders(headers, record.clientEventId, restorer !== undefined));
    Object.defineProperty(response, "headers", MARKED_HEADERS);
    // All that many SDKs keep of a failed answer in the error they make of it.
    if (!response.ok) attachLifecycle(response.headers, record.view);
  }
  if (!parts.bodyIsOurs) return response;
  const codec = record.masking?.observing(parts.codec) ?? parts.codec;
  const collector = new WireCollector(codec, type);
  const report = new StreamReport({ gate: parts.gate, record, collector });
  observeBody({
    response,
    report,
    conceal: parts.concealing && collector.streaming ? parts.codec : undefined,
    restorer,
    active: parts.gate.services.active,
    lifecycle: record.view,
    signal: parts.signal,
  });
  return response;
}
