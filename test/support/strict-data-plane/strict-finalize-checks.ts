import { finalizeRequestSchema } from "../../../src/contract/finalize.ts";
import type { ReceivedRequest } from "../../../src/local/index.ts";
import { idIn, isLive, misfits, objectOf, unknownFields } from "./strict-fields.ts";
import { type Repeat, repeat, type StrictLifecycle } from "./strict-ledger.ts";
import type { StrictContext } from "./strict-rules.ts";

const FIELDS = Object.keys(finalizeRequestSchema.shape);

/** Checks a finalize request against the contract. */
export function* checkFinalize(
  request: ReceivedRequest,
  lifecycle: StrictLifecycle,
  { rules, systemId }: StrictContext,
): Generator<string | Repeat> {
  const body = objectOf(request.body);
  yield* unknownFields(FIELDS, body);
  yield* misfits(finalizeRequestSchema, request.body);
  if (!isLive(request.headers)) yield "the key is not a live key";
  if (body.system_id !== undefined && idIn(body, "system_id") !== systemId.toLowerCase()) {
    yield "system_id: is another system's";
  }
  if (!lifecycle.ingestStatuses.some((status) => status === 200 || status === 409)) {
    yield "client_event_id: its ingest has not succeeded";
  }
  const [first] = lifecycle.finalizes;
  // After a crash, the event is sent again, and that request has another duration.
  if (
    rules.allowResend !== true &&
    first !== undefined &&
    first.sdk_ingest_ms !== body.sdk_ingest_ms
  ) {
    yield "sdk_ingest_ms: differs from the first attempt";
  }
  if (lifecycle.finalizeStatuses.includes(200) && rules.allowResend !== true) {
    yield* repeat("client_event_id: is finalized already", lifecycle, "finalize");
  }
}
