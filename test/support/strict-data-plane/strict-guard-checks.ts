import { guardRequestSchema } from "../../../src/contract/guard.ts";
import { MAX_USER_ID_LENGTH } from "../../../src/contract/user-id.ts";
import type { ReceivedRequest } from "../../../src/local/index.ts";
import { idIn, isRandomUuid, misfits, objectOf, unknownFields } from "./strict-fields.ts";
import type { StrictLifecycle } from "./strict-ledger.ts";
import type { StrictContext } from "./strict-rules.ts";

const FIELDS = Object.keys(guardRequestSchema.shape);

/** Checks a guard request against the contract. */
export function* checkGuard(
  request: ReceivedRequest,
  lifecycle: StrictLifecycle,
  context: StrictContext,
): Generator<string> {
  const body = objectOf(request.body);
  yield* unknownFields(FIELDS, body);
  yield* misfits(guardRequestSchema, request.body);
  yield* checkIdentity(body, context);
  yield* checkHints(body);
  yield* checkRepeat(body, lifecycle);
}

function* checkIdentity(
  body: Readonly<Record<string, unknown>>,
  { rules, systemId }: StrictContext,
): Generator<string> {
  const id = idIn(body, "client_event_id");
  const given = rules.callerIds?.some((known) => known.toLowerCase() === id) ?? false;
  if (!given && !isRandomUuid(id)) yield "client_event_id: is not a random UUID (version 4)";
  if (typeof body.model !== "string" || body.model === "") yield "model: is missing";
  if (body.system_id !== undefined && idIn(body, "system_id") !== systemId.toLowerCase()) {
    yield "system_id: is another system's";
  }
  const { user_id: userId } = body;
  if (typeof userId === "string" && (userId === "" || userId.length > MAX_USER_ID_LENGTH)) {
    yield "user_id: ingest would refuse its length";
  }
}

function* checkHints(body: Readonly<Record<string, unknown>>): Generator<string> {
  for (const name of Object.keys(objectOf(body.request_identity))) {
    if (name !== "user_agent" && name !== "tenant_id") {
      yield `request_identity.${name}: the guard is told user_agent and tenant_id only`;
    }
  }
  for (const name of Object.keys(objectOf(body.client_capabilities))) {
    if (name !== "framework") {
      yield `client_capabilities.${name}: the guard is told framework only`;
    }
  }
}

function* checkRepeat(
  body: Readonly<Record<string, unknown>>,
  lifecycle: StrictLifecycle,
): Generator<string> {
  const [first] = lifecycle.guards;
  if (first !== undefined && JSON.stringify(first) !== JSON.stringify(body)) {
    yield "client_event_id: one id serves two different guard checks";
  }
  if (lifecycle.ingests.length > 0) yield "client_event_id: this lifecycle was ingested already";
}
