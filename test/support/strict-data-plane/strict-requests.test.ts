import { randomUUID } from "node:crypto";
import { GUARD_PATH, INGEST_PATH } from "../../../src/contract/paths.ts";
import { ORIGINAL, seesBreaches, type WrongRow, wholeLifecycle } from "./strict-self-test.ts";

const WIRE: readonly WrongRow[] = [
  [
    "a request without a key",
    /guard .*not 0/,
    (client) => {
      client.headers = { "content-type": "application/json" };
      return client.guard();
    },
  ],
  [
    "a request with the key in both headers",
    /guard .*not 2/,
    (client, plane) => {
      client.headers.authorization = `Bearer ${plane.apiKey}`;
      return client.guard();
    },
  ],
  [
    "a key in the header that was not chosen",
    /the key is in authorization, not in x-service-api-key/,
    (client, plane) => {
      client.headers = {
        authorization: `Bearer ${plane.apiKey}`,
        "content-type": "application/json",
      };
      return client.guard();
    },
  ],
  [
    "somebody else's key",
    /carries another key/,
    (client) => {
      client.headers["x-service-api-key"] = "other";
      return client.guard();
    },
  ],
  [
    "a body of another content type",
    /content type is application\/json, not text\/plain/,
    (client) => {
      client.headers["content-type"] = "text/plain";
      return client.guard();
    },
  ],
  ["a body that is not JSON", /the body is not JSON/, (client) => client.post(GUARD_PATH, "{")],
  ["a request without a body", /there is no body/, (client) => client.post(GUARD_PATH, "")],
  [
    "a body over 4 MiB",
    /larger than 4 MiB/,
    (client) => client.post(INGEST_PATH, `"${"x".repeat(4 * 1024 * 1024)}"`),
  ],
  [
    "a path that the contract does not have",
    /\/api\/v1\/other: the contract has no such path/,
    (client) => client.post("/api/v1/other", {}),
  ],
  [
    "a POST that has become a GET",
    /the method is POST, not GET/,
    (_client, plane) =>
      fetch(plane.url + GUARD_PATH, { headers: { "x-service-api-key": plane.apiKey } }),
  ],
  [
    "a key inside a body",
    /the key is outside its header/,
    (client, plane) => client.guard({ model: plane.apiKey }),
  ],
  [
    "an original in a header",
    /a header has forbidden\[0\]/,
    (client) => {
      client.headers["x-note"] = `for ${ORIGINAL}`;
      return client.guard();
    },
    { forbidden: [ORIGINAL] },
  ],
  [
    "an original in the address",
    /address or a header has forbidden\[0\]/,
    (client) => client.post(`${GUARD_PATH}?who=${ORIGINAL}`, {}),
    { forbidden: [ORIGINAL] },
  ],
  [
    "an original in a guard field beside input",
    /guard .*body has forbidden\[0\]/,
    (client) => client.guard({ user_id: ORIGINAL }),
    { forbidden: [ORIGINAL] },
  ],
  [
    "an original deep inside an event",
    /ingest .*body has forbidden\[0\]/,
    async (client) => {
      await client.guard();
      await client.ingest({ metadata: client.metadata({ tags: [{ note: `to ${ORIGINAL}` }] }) });
    },
    { forbidden: [ORIGINAL] },
  ],
  [
    "a redirect that was followed to another origin",
    /POST \/x reached the target of a redirect/,
    (client, plane) => {
      plane.script("guard", { redirect: `${plane.trapUrl}/x` });
      return client.post(GUARD_PATH, {}, { redirect: "follow" });
    },
  ],
];

const GUARD: readonly WrongRow[] = [
  ["an unknown field", /guard .*extra: the contract/, (client) => client.guard({ extra: 1 })],
  [
    "an id that is no UUID",
    /client_event_id: Invalid/,
    (client) => client.guard({ client_event_id: "one" }),
  ],
  [
    "an id that is not random",
    /client_event_id: is not a random UUID/,
    (client) => client.guard({ client_event_id: "018f0000-0000-7000-8000-000000000000" }),
  ],
  [
    "a missing id",
    /client_event_id: is not/,
    (client) => client.guard({ client_event_id: undefined }),
  ],
  ["a missing input", /guard .*input: /, (client) => client.guard({ input: undefined })],
  ["a missing model", /model: is missing/, (client) => client.guard({ model: undefined })],
  [
    "another system's id",
    /guard .*system_id: is another/,
    (client) => client.guard({ system_id: randomUUID() }),
  ],
  [
    "a user id that ingest would refuse",
    /user_id: ingest would refuse/,
    (client) => client.guard({ user_id: "u".repeat(129) }),
  ],
  [
    "an identity hint the guard has no use for",
    /request_identity\.ip_address: the guard is told/,
    (client) => client.guard({ request_identity: { ip_address: "::1" } }),
  ],
  [
    "a capability the guard has no use for",
    /client_capabilities\.sdk_version: the guard is told/,
    (client) => client.guard({ client_capabilities: { sdk_version: "1" } }),
  ],
  [
    "one id for two different checks",
    /one id serves two/,
    async (client) => {
      await client.guard();
      await client.guard({ input: "something else" });
    },
  ],
  [
    "a guard after its own ingest",
    /was ingested already/,
    async (client) => {
      await wholeLifecycle(client);
      await client.guard();
    },
  ],
  [
    "a check that is repeated before Retry-After has passed",
    /guard .*before Retry-After has passed/,
    async (client, plane) => {
      plane.script("guard", { status: 429, headers: { "retry-after": "30" } });
      await client.guard();
      await client.guard();
    },
    { inFlightMs: -1 },
  ],
];

seesBreaches("any request", WIRE);
seesBreaches("a guard request", GUARD);
