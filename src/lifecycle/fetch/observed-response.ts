import { hiddenField } from "../../base/hidden-field.ts";
import type { AnyCodec } from "../../providers/provider.ts";
import type { BodyRestorer } from "../../providers/restore/restorer.ts";
import { WireCollector } from "../../providers/stream/wire-collector.ts";
import type { Gate } from "../gate.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import { attachLifecycle } from "../lifecycle-of.ts";
import { StreamReport } from "../stream/stream-report.ts";
import { beforeReading } from "./before-reading.ts";
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
  /**
   * Asked once, when the app is about to read a body that is somebody else's: whether it is ours
   * from now on, because nobody has begun to read it.
   */
  readonly takeBody?: (() => boolean) | undefined;
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
  const restorer = parts.bodyIsOurs ? restorerFor(parts, type) : undefined;
  if (headers !== undefined) {
    marked.set(response, markedHeaders(headers, record.clientEventId, restorer !== undefined));
    Object.defineProperty(response, "headers", MARKED_HEADERS);
    // All that many SDKs keep of a failed answer in the error they make of it.
    if (!response.ok) attachLifecycle(response.headers, record.view);
  }
  const { takeBody } = parts;
  if (parts.bodyIsOurs) watchBody(response, parts, { type, restorer });
  else if (takeBody !== undefined) {
    beforeReading(response, () => {
      if (takeBody()) watchBody(response, parts, { type, restorer: restorerFor(parts, type) });
    });
  }
  return response;
}

function restorerFor(
  { record, codec }: ObservedResponseParts,
  type: string | null,
): BodyRestorer | undefined {
  return record.masking?.restoration?.body(codec, type);
}

function watchBody(
  response: Response,
  parts: ObservedResponseParts,
  body: { readonly type: string | null; readonly restorer: BodyRestorer | undefined },
): void {
  const { gate, record, signal } = parts;
  const codec = record.masking?.observing(parts.codec) ?? parts.codec;
  const collector = new WireCollector(codec, body.type);
  observeBody({
    response,
    report: new StreamReport({ gate, record, collector }),
    conceal: parts.concealing && collector.streaming ? parts.codec : undefined,
    restorer: body.restorer,
    active: gate.services.active,
    lifecycle: record.view,
    signal,
  });
}
