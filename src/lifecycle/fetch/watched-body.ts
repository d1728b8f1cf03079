import type { AnyCodec } from "../../providers/provider.ts";
import type { BodyRestorer } from "../../providers/restore/restorer.ts";
import { mayStream } from "../../providers/stream/untold-type.ts";
import { WireCollector } from "../../providers/stream/wire-collector.ts";
import type { Gate } from "../gate.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import { StreamReport } from "../stream/stream-report.ts";
import { observeBody } from "./observed-body.ts";

/** A response's body, and the call that it answers. */
export interface WatchedBody {
  readonly gate: Gate;
  readonly record: LifecycleRecord;
  readonly codec: AnyCodec;
  /** Its media type. */
  readonly type: string | null;
  /** Whether we requested usage that the app must not see. */
  readonly concealing: boolean;
  readonly restorer: BodyRestorer | undefined;
  /** The request's signal. */
  readonly signal: AbortSignal | undefined;
}

/** What restores the bodies of a call, if its values are restored. */
export function restorerFor(
  { record, codec }: Pick<WatchedBody, "record" | "codec">,
  type: string | null,
): BodyRestorer | undefined {
  return record.masking?.restoration?.body(codec, type);
}

/** Reports the call by what the app reads of the body. The report may be ended earlier. */
export function watchBody(response: Response, watched: WatchedBody): StreamReport<Uint8Array> {
  const { gate, record, codec, type, restorer, signal } = watched;
  const observed = record.masking?.observing(codec) ?? codec;
  // Test doubles may have no headers.
  const counted = (response.headers as Headers | undefined) && codec.usageIn?.(response.headers);
  const collector = new WireCollector(observed, type, counted);
  const report = new StreamReport<Uint8Array>({ gate, record, collector });
  observeBody({
    response,
    report,
    conceal: watched.concealing && mayStream(type) ? codec : undefined,
    restorer,
    active: gate.services.active,
    lifecycle: record.view,
    signal,
  });
  return report;
}
