import type { RateLimit, TelemetryEvent } from "../types.ts";
import type { DataPlane } from "./data-plane.ts";
import type { EventSending } from "./event-requests.ts";
import { type IngestEvent, wireEvent } from "./ingest-event.ts";
import { rateLimitOf } from "./rate-limit.ts";

/** What became of an event. `duplicate`: the service had it already, which is success on a retry. */
export interface IngestAnswer {
  readonly status: "stored" | "accepted" | "duplicate";
  readonly eventId: string;
  /** Why a fail-open service took it without storing everything. */
  readonly reason: string | undefined;
  /** Duration of the request, as `finalize` takes it. */
  readonly ingestMs: number;
  readonly rateLimit: RateLimit | undefined;
}

/** One event with one request, for `DataPlaneClient`. @throws what it says there. */
export async function ingestByHand(
  dataPlane: DataPlane,
  event: IngestEvent | TelemetryEvent,
  sending: EventSending,
): Promise<IngestAnswer> {
  const wire = wireEvent(event, dataPlane);
  const { result, headers } = await dataPlane.ingest(wire, sending);
  sending.signal?.throwIfAborted();
  const rateLimit = headers === undefined ? undefined : rateLimitOf(headers);
  const common = { eventId: wire.event_id, rateLimit };
  switch (result.kind) {
    case "stored":
      return { ...common, status: "stored", reason: undefined, ingestMs: result.ingestMs };
    case "accepted":
      return { ...common, status: "accepted", reason: result.reason, ingestMs: result.ingestMs };
    case "replay":
      return { ...common, status: "duplicate", reason: undefined, ingestMs: result.ingestMs };
    default:
      throw result.error;
  }
}
