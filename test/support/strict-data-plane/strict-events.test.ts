import { randomUUID } from "node:crypto";
import { type Deed, ORIGINAL, seesBreaches, type WrongRow } from "./strict-self-test.ts";
import { HandMadeClient } from "./strict-wrong-client.ts";

/** A lifecycle whose event differs in one thing. */
function ingestWith(changes: (client: HandMadeClient) => Record<string, unknown>): Deed {
  return async (client) => {
    await client.guard();
    await client.ingest(changes(client));
  };
}

const INGEST: readonly WrongRow[] = [
  ["an event without a guard", /no guard was asked/, (client) => client.ingest()],
  [
    "an event of a denied call",
    /this call was denied/,
    async (client) => {
      await client.guard();
      await client.ingest();
    },
    { policy: () => ({ allowed: false }) },
  ],
  [
    "an event of a call that nobody allowed",
    /never allowed this call/,
    async (client, plane) => {
      plane.script("guard", { status: 500 });
      await client.guard();
      await client.ingest();
    },
  ],
  ["an unknown field", /ingest .*extra: the contract/, ingestWith(() => ({ extra: 1 }))],
  ["a missing output", /output: /, ingestWith(() => ({ output: undefined }))],
  [
    "an input over 32,000 characters",
    /input: Too big/,
    ingestWith(() => ({ input: "x".repeat(32_001) })),
  ],
  [
    "an output over 32,000 characters",
    /output: Too big/,
    ingestWith(() => ({ output: "x".repeat(32_001) })),
  ],
  ["an empty user id", /user_id: Too small/, ingestWith(() => ({ user_id: "" }))],
  ["a latency with decimals", /latency: /, ingestWith(() => ({ latency: 1.5 }))],
  [
    "a negative token count",
    /usage\.prompt_tokens: /,
    ingestWith(() => ({ usage: { prompt_tokens: -1 } })),
  ],
  [
    "a token count with decimals",
    /tokens\.total: /,
    ingestWith(() => ({ tokens: { total: 0.5 } })),
  ],
  ["an unknown event type", /event_type: /, ingestWith(() => ({ event_type: "done" }))],
  ["an unknown severity", /severity: /, ingestWith(() => ({ severity: "fatal" }))],
  ["a timestamp that is no date", /timestamp: Invalid/, ingestWith(() => ({ timestamp: "today" }))],
  [
    "a timestamp older than five minutes",
    /timestamp: is \d+ ms old/,
    ingestWith(() => ({ timestamp: new Date(Date.now() - 301_000).toISOString() })),
  ],
  [
    "a timestamp in the future",
    /in the future/,
    ingestWith(() => ({ timestamp: new Date(Date.now() + 60_000).toISOString() })),
  ],
  [
    "another system's id",
    /ingest .*system_id: is another/,
    ingestWith(() => ({ system_id: randomUUID() })),
  ],
  ["an event id of its own", /no guard was asked/, ingestWith(() => ({ event_id: randomUUID() }))],
  [
    "metadata without the lifecycle's id",
    /metadata\.client_event_id: is not/,
    ingestWith((client) => ({ metadata: client.metadata({ client_event_id: undefined }) })),
  ],
  [
    "metadata without the guard's id",
    /metadata\.guard_event_id: is not/,
    ingestWith((client) => ({ metadata: client.metadata({ guard_event_id: undefined }) })),
  ],
  [
    "metadata with another guard's id",
    /metadata\.guard_event_id: is not/,
    ingestWith((client) => ({ metadata: client.metadata({ guard_event_id: randomUUID() }) })),
  ],
  [
    "metadata with a guard id that nobody gave",
    /metadata\.guard_event_id: the guard gave none/,
    async (client, plane) => {
      plane.script("guard", { status: 200, body: { allowed: true } });
      await client.guard();
      await client.ingest({ metadata: client.metadata({ guard_event_id: randomUUID() }) });
    },
  ],
  [
    "metadata with another version",
    /metadata\.sdk_version: is not/,
    ingestWith((client) => ({ metadata: client.metadata({ sdk_version: "9" }) })),
  ],
  [
    "capabilities without the version and the masking",
    /client_capabilities\.sdk_version: is not/,
    ingestWith(() => ({ client_capabilities: {} })),
  ],
  [
    "capabilities that keep quiet about masking",
    /client_capabilities\.secret_masking_enabled: is missing/,
    ingestWith(() => ({ client_capabilities: {} })),
  ],
  [
    "the original where the guard rewrote it",
    /not the text that the guard rewrote/,
    async (client) => {
      await client.guard({ input: `write to ${ORIGINAL}` });
      await client.ingest({ input: `write to ${ORIGINAL}` });
    },
  ],
  [
    "another text than the guard allowed",
    /not the text that the guard allowed/,
    ingestWith(() => ({ input: "something else" })),
  ],
  [
    "another user than the guard was told",
    /user_id: is not what the guard/,
    ingestWith(() => ({ user_id: "u-2" })),
  ],
  [
    "a retry with other content",
    /output: differs from the first attempt/,
    async (client, plane) => {
      plane.script("ingest", { status: 503 });
      await client.guard();
      await client.ingest();
      await client.ingest({ output: "301 m" });
    },
  ],
  [
    "a retry with other metadata",
    /metadata: differs from the first attempt/,
    async (client, plane) => {
      plane.script("ingest", { status: 503 });
      await client.guard();
      await client.ingest();
      await client.ingest({ metadata: client.metadata({ attempt: 2 }) });
    },
  ],
  [
    "an event that grows after it was too large",
    /output: differs/,
    async (client, plane) => {
      plane.script("ingest", { status: 413 });
      await client.guard();
      await client.ingest();
      await client.ingest({ output: "300 m, I think" });
    },
  ],
  [
    "an event that is sent again after its success",
    /sent again after it was acknowledged/,
    async (client) => {
      await client.guard();
      await client.ingest();
      await client.ingest();
    },
  ],
  [
    "an event before Retry-After has passed, of whatever lifecycle",
    /ingest .*before Retry-After has passed/,
    async (client, plane) => {
      const other = new HandMadeClient(plane);
      plane.script("ingest", { status: 429, headers: { "retry-after": "30" } });
      await client.guard();
      await other.guard();
      await client.ingest();
      await other.ingest();
    },
    { inFlightMs: -1 },
  ],
];

seesBreaches("an ingest request", INGEST);
