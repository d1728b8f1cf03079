import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { GuardedModelClient } from "../../../src/index.ts";
import type { Step } from "../../../src/local/index.ts";
import { runExample } from "./run-example.ts";
import { type Services, startServices } from "./services.ts";

const ANSWER = "It is Oslo.";
let services: Services;

beforeAll(async () => {
  services = await startServices(ANSWER);
});

beforeEach(() => services.plane.reset());

afterAll(() => services.close());

/** Redirects every host that a snippet names to the mock provider. */
const ELSEWHERE = `
const there = globalThis.fetch;
globalThis.fetch = (url, init) =>
  there(String(url).replace(/^https?:[/][/][^/]+/, process.env.MODEL_URL), init);
`;

/**
 * Runs a snippet of the README or a document, and returns its output. `readme.test.ts` checks that
 * the snippets are the same.
 */
async function run(name: string, { env: around } = services): Promise<string> {
  const preload = `data:text/javascript,${encodeURIComponent(ELSEWHERE)}`;
  const env = { ...around, NODE_OPTIONS: `--import=${preload}` };
  const snippet = runExample(`../test/programs/examples/readme/${name}`, { env });
  expect([await snippet.ended, snippet.stderr()]).toEqual([0, ""]);
  return snippet.stdout().trimEnd();
}

it("01-one-line.ts prints the answer of the guarded client, and leaves its event", async () => {
  expect(await run("01-one-line.ts")).toBe(ANSWER);
  expect(services.plane.lifecycles()).toMatchObject([
    { state: "finalized", event: { input: "What is the capital of Norway?", output: ANSWER } },
  ]);
});

it("02-other-doorways.ts prints the answers of call and fetch, and leaves both events", async () => {
  expect((await run("02-other-doorways.ts")).split("\n")).toEqual([ANSWER, "200"]);
  // The second body is never read, and the script simply ends.
  expect(services.plane.events()).toMatchObject([
    { input: "Why is the sky blue?", model: "llama3.2", metadata: { outcome: "complete" } },
    { input: "Hello", model: "m", metadata: { outcome: "cancelled" } },
  ]);
});

it.each<[string, Step, RegExp]>([
  ["is rewritten", "pass", /^Write to \[EMAIL_1\], please\.$/],
  ["is let through", { status: 200, body: { allowed: true } }, /^sent unchanged$/],
  ["is denied", { status: 200, body: { allowed: false, reason: "not_here" } }, /not_here/],
  ["cannot be decided", { status: 400, body: { error: "no" } }, /^Please try again later\.$/],
])("04-refusals.ts prints the right message if a call %s", async (_what, step, printed) => {
  services.plane.script("guard", { always: step });
  expect(await run("04-refusals.ts")).toMatch(printed);
});

it("05-masking.ts prints originals where the provider and the event have placeholders", async () => {
  const own = await startServices("I wrote to [EMAIL_1].");
  try {
    expect(await run("05-masking.ts", own)).toBe("I wrote to ada@example.com.");
    expect(own.plane.events()).toMatchObject([
      { input: "Write to [EMAIL_1].", output: "I wrote to [EMAIL_1]." },
    ]);
  } finally {
    await own.close();
  }
});

it("06-ai-sdk.ts prints the answer of the wrapped model, and leaves its event", async () => {
  expect(await run("06-ai-sdk.ts")).toBe(ANSWER);
  expect(services.plane.lifecycles()).toMatchObject([
    { state: "finalized", event: { input: "What is the capital of Norway?", output: ANSWER } },
  ]);
});

it("06b-policy.ts allows only the house model during an outage", async () => {
  for (const [name, value] of Object.entries(services.env)) vi.stubEnv(name, value);
  const { guard } = await import("./readme/06b-policy.ts");
  vi.unstubAllEnvs();
  services.plane.script("guard", { always: { status: 429, headers: { "retry-after": "60" } } });
  const ask = (model: string) => guard.call({ model, input: "Hello", execute: async () => ANSWER });
  expect(await ask("house-model")).toMatchObject({ decision: { source: "fallback" } });
  await expect(ask("m")).rejects.toMatchObject({ kind: "overloaded" });
  await guard.close();
  expect(services.plane.events()).toMatchObject([{ metadata: { fallback: "overloaded" } }]);
});

it("12-local-data-plane.ts shows masking, a denial and a broken connection", async () => {
  expect((await run("12-local-data-plane.ts")).split("\n")).toEqual([
    "Write to [EMAIL_1].",
    "true",
    "duplicate",
  ]);
});

it("09-own-fetch.ts guards a custom path that a rule maps to a known format", async () => {
  for (const [name, value] of Object.entries(services.env)) vi.stubEnv(name, value);
  const { guardedFetch } = await import("./readme/09-own-fetch.ts");
  vi.unstubAllEnvs();
  services.plane.script("guard", { always: { status: 200, body: { allowed: false } } });
  const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hello" }] });
  const answer = await guardedFetch("https://llm.example.com/ask", { method: "POST", body });
  expect([answer.status, answer.headers.get("x-guard-outcome")]).toEqual([403, "denied"]);
});

it("10-detectors.ts prints a text masked by a custom detector, and an opaque vault", async () => {
  const [text, ...rest] = (await run("10-detectors.ts")).split("\n");
  expect(text).toBe("Customer <CUSTOMER_NUMBER:1> wrote to support@example.com.");
  expect(rest.at(-1)).toBe("Vault(1 placeholder)");
});

it("03-identity.ts handles a request", async () => {
  for (const [name, value] of Object.entries(services.env)) vi.stubEnv(name, value);
  const { handle } = await import("./readme/03-identity.ts");
  vi.unstubAllEnvs();
  const request = new Request("http://app.example/", { headers: { "user-agent": "agent/1" } });
  const answer = await handle(request, async () => new Response("handled"));
  expect(await answer.text()).toBe("handled");
});

it("13-app-under-test.ts gives the data plane to an app that reads the environment", async () => {
  for (const name of ["GUARD_BASE_URL", "GUARD_API_KEY", "GUARD_SYSTEM_ID"]) vi.stubEnv(name, "");
  const { plane } = await import("./readme/13-app-under-test.ts");
  const guard = new GuardedModelClient();
  vi.unstubAllEnvs();
  const ask = () => guard.call({ model: "m", input: "Hello", execute: async () => ANSWER });
  await ask();
  await guard.flush();
  expect(plane.events()).toMatchObject([{ input: "Hello", output: ANSWER }]);
  plane.reset();
  expect(plane.events()).toEqual([]);
  plane.script("guard", { always: { status: 200, body: { allowed: false } } });
  await expect(ask()).rejects.toMatchObject({ code: "guard_denied" });
  await guard.close();
  await plane.close();
});
