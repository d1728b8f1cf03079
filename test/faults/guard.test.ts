import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  GuardDeniedError,
  type GuardedModelClientOptions,
  GuardUnavailableError,
  type UnavailableFailure,
} from "../../src/index.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";
import type { Step } from "../../src/local/index.ts";
import { wellBehaved } from "../support/models/model-answers.ts";
import { OPENAI_KINDS, type OpenAIKind } from "../support/models/openai-kinds.ts";
import { loadRetries } from "../support/processes/loaded-retries.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { leaksOf, ORIGINAL } from "../support/secrets.ts";
import { openStand, type Stand } from "../support/stands/stand.ts";

const kind = OPENAI_KINDS[2] as OpenAIKind;
const model = "gpt-4o-mini";
const request = {
  model,
  messages: [{ role: "user" as const, content: `Write to ${ORIGINAL}, please.` }],
};

/** How late a deadline may fire on a busy machine, including the loading of modules. */
const GRACE_MS = 3_000;

describe("a call whose guard service", () => {
  let stand: Stand;
  const logged: unknown[] = [];
  beforeAll(async () => {
    await loadRetries();
    stand = await openStand({ forbidden: [ORIGINAL] }, wellBehaved);
  });
  afterEach(async () => {
    expect(leaksOf(logged, ORIGINAL, stand.plane.apiKey)).toEqual([]);
    logged.length = 0;
    await stand.clear();
  });
  afterAll(() => stand.close());

  const log = (...told: unknown[]): void => void logged.push(told);
  const guardOf = (options: GuardedModelClientOptions = {}) => {
    const logger = { debug: log, info: log, warn: log, error: log };
    return stand.guard({ logger, ...options });
  };

  /** Makes one guarded call, and returns its result. */
  const call = async (options: GuardedModelClientOptions = {}) => {
    const guard = guardOf(options);
    const client = guardOpenAI(kind.make(stand.provider.url), guard);
    const waitedMs = stopwatch();
    const since = performance.now();
    const error: unknown = await client.chat.completions.create(request).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const tookMs = performance.now() - since;
    const attentiveMs = waitedMs();
    expect(leaksOf(error, ORIGINAL, stand.plane.apiKey)).toEqual([]);
    const stats = await guard.flush({ deadlineMs: 15_000 });
    const counted = stats.delivered + stats.duplicate + stats.accepted + stats.rejected;
    expect(stats.created).toBe(counted);
    expect(stand.plane.stored).toHaveLength(stand.provider.requests.length);
    return { error, tookMs, attentiveMs, stats };
  };

  const expectAllowed = (outcome: Awaited<ReturnType<typeof call>>): void => {
    expect(outcome.error).toBeUndefined();
    expect(outcome.stats).toMatchObject({ created: 1, delivered: 1 });
    expect(stand.provider.requests).toHaveLength(1);
    expect(stand.provider.requests[0]?.text).not.toContain(ORIGINAL);
  };

  const expectClosed = (outcome: Awaited<ReturnType<typeof call>>, failure: string): void => {
    expect(outcome.error).toBeInstanceOf(GuardUnavailableError);
    expect(outcome.error).toMatchObject({ code: "guard_unavailable", kind: failure });
    expect((outcome.error as GuardUnavailableError).cause).toBeInstanceOf(Error);
    expect(outcome.stats.created).toBe(0);
    expect(stand.provider.requests).toEqual([]);
  };

  const TRANSIENT: Record<string, Step> = {
    "resets the connection": "reset",
    "resets the connection after it decided": "reset-after-store",
    "breaks off within the body": "truncate-body",
    "resets within the body": "reset-body",
    "speaks another protocol": "garbage",
    "answers 500": { status: 500 },
    "answers 502 with a page": { status: 502, raw: "<html>Bad gateway</html>" },
    "answers 503": { status: 503, body: { error: "x", reason: "system_failure_db_unavailable" } },
    "answers 504": { status: 504 },
  };

  it.each(Object.entries(TRANSIENT))("%s once: is retried and allowed", async (_n, step) => {
    stand.plane.script("guard", [step]);
    const outcome = await call();
    expectAllowed(outcome);
    expect(stand.plane.guardRequests).toHaveLength(2);
    const ids = new Set(stand.plane.guardRequests.map(({ body }) => body.client_event_id));
    expect(ids.size).toBe(1);
    expect(outcome.attentiveMs).toBeLessThan(GRACE_MS);
  });

  it.each(Object.entries(TRANSIENT))(
    "%s always: is stopped within the deadline",
    async (name, step) => {
      stand.plane.script("guard", { always: step });
      const outcome = await call({ guardDeadlineMs: 1_500 });
      expect(outcome.attentiveMs).toBeLessThan(1_500 + GRACE_MS);
      // The deadline may cut off an attempt after earlier ones were answered with overload.
      const { kind: failure } = outcome.error as GuardUnavailableError;
      expectClosed(outcome, name === "answers 503" ? failure : "unreachable");
      expect(failure).toMatch(/^(unreachable|overloaded)$/);
      expect(stand.plane.guardRequests.length).toBeGreaterThan(1);
    },
  );

  it("is not reachable: is stopped within the deadline", async () => {
    await stand.plane.disconnect();
    const outcome = await call({ guardDeadlineMs: 200 });
    await stand.plane.reconnect();
    expect(outcome.attentiveMs).toBeLessThan(200 + GRACE_MS);
    expectClosed(outcome, "unreachable");
  });

  it.each<readonly [string, Step]>([
    ["never answers", "stall-headers"],
    ["stalls within the body", "stall-body"],
    ["trickles its body", { fault: "trickle-body", everyMs: 40 }],
    ["answers too late", { delayMs: 350 }],
  ])("%s: is stopped at the deadline, and a late allow is ignored", async (_name, step) => {
    stand.plane.script("guard", { always: step });
    const outcome = await call({ guardDeadlineMs: 150 });
    expect(outcome.tookMs).toBeGreaterThan(140);
    expect(outcome.attentiveMs).toBeLessThan(150 + GRACE_MS);
    expectClosed(outcome, "unreachable");
    // None if a stalled machine let the deadline pass before it was sent.
    expect(stand.plane.guardRequests.length).toBeLessThanOrEqual(1);
  });

  const allowed = { allowed: true };
  const edited = (more: object): Step => ({ edit: (body) => ({ ...(body as object), ...more }) });
  const UNPROVEN: Record<string, Step> = {
    nothing: { status: 200, raw: "" },
    "an empty object": { status: 200, body: {} },
    "a list": { status: 200, body: [allowed] },
    null: { status: 200, body: null },
    true: { status: 200, body: true },
    "the word true": { status: 200, body: { allowed: "true" } },
    one: { status: 200, body: { allowed: 1 } },
    "no allowed": edited({ allowed: undefined }),
    "allowed: null": edited({ allowed: null }),
    "an allow through __proto__": { status: 200, raw: '{"__proto__":{"allowed":true}}' },
    "an allow that is cut off": { status: 200, raw: '{"allowed":true' },
    "an allow and more": { status: 200, raw: '{"allowed":true}{"allowed":true}' },
    "an allow for another call": edited({ client_event_id: crypto.randomUUID() }),
    "an allow with a rewrite that is no text": edited({ transformed_input: 5 }),
    "an allow with a rewrite in a list": edited({ transformed_input: ["x"] }),
    "an allow that is no text": {
      status: 200,
      raw: Buffer.from([...Buffer.from('{"allowed":true,"x":"'), 0xff, ...Buffer.from('"}')]),
    },
    "an allow of more than a mebibyte": { status: 200, body: allowed, padToBytes: 1_100_000 },
    "an allow that unpacks to more": {
      ...{ status: 200, body: allowed, padToBytes: 8_000_000, gzip: true },
    },
    "an allow that is not packed as it says": {
      status: 200,
      raw: '{"allowed":true}',
      headers: { "content-encoding": "gzip" },
    },
    "a 201": { status: 201, body: allowed },
    "a 202": { status: 202, body: allowed },
    "a 204": { status: 204 },
    "a 206": { status: 206, body: allowed },
    "a page": {
      status: 200,
      raw: "<html>Sign in</html>",
      headers: { "content-type": "text/html" },
    },
  };

  it.each(Object.entries(UNPROVEN))("answers %s: is stopped at once", async (_name, step) => {
    stand.plane.script("guard", { always: step });
    const outcome = await call({ onGuardUnavailable: "fail-open" });
    expectClosed(outcome, "unproven");
    expect(stand.plane.guardRequests).toHaveLength(1);
  });

  it("cannot be asked because the dispatcher fails: is stopped at once", async () => {
    const dispatcher = {
      dispatch(): boolean {
        throw new TypeError("invalid onConnect method");
      },
    };
    const outcome = await call({ onGuardUnavailable: "fail-open", dispatcher });
    expectClosed(outcome, "refused");
    expect(stand.plane.guardRequests).toHaveLength(0);
  });

  it.each([301, 302, 303, 307, 308])(
    "redirects with %i: does not follow the redirect",
    async (status) => {
      const redirect = `${stand.plane.trapUrl}/api/v1/guard`;
      stand.plane.script("guard", { always: { redirect, status } });
      const outcome = await call({ onGuardUnavailable: "fail-open" });
      expectClosed(outcome, "refused");
      expect(stand.plane.guardRequests).toHaveLength(1);
    },
  );

  it.each([400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 451])(
    "refuses with %i: is stopped at once, even when failing open",
    async (status) => {
      const body = { error: "no", reason: "because", details: { prompt: request } };
      stand.plane.script("guard", { always: { status, body } });
      const outcome = await call({ onGuardUnavailable: "fail-open" });
      expectClosed(outcome, "refused");
      expect((outcome.error as GuardUnavailableError).cause).toMatchObject({
        ...{ code: "data_plane", status, error: "no", reason: "because" },
      });
      expect(stand.plane.guardRequests).toHaveLength(1);
    },
  );

  it("answers 429: waits as long as the deadline allows", async () => {
    stand.plane.script("guard", [{ status: 429, headers: { "retry-after": "1" } }]);
    const outcome = await call();
    expectAllowed(outcome);
    expect(outcome.tookMs).toBeGreaterThan(990);
  });

  it.each([
    ["that is too long", { "retry-after": "30" }],
    ["that is beyond all timers", { "retry-after": "99999999999" }],
    ["of a date too far", { "retry-after": new Date(Date.now() + 60_000).toUTCString() }],
  ])("answers 429 with a wait %s: is stopped at once", async (_name, headers) => {
    stand.plane.script("guard", { always: { status: 429, headers } });
    const outcome = await call();
    expectClosed(outcome, "overloaded");
    expect(outcome.attentiveMs).toBeLessThan(GRACE_MS);
    expect(stand.plane.guardRequests).toHaveLength(1);
  });

  it.each<readonly [string, Step]>([
    ["with 200", edited({ allowed: false, transformed_input: "x" })],
    ["with 500", { status: 500, body: { allowed: false } }],
    ["with 403", { status: 403, body: { allowed: false, reason: "policy" } }],
    ["with a redirect's status", { status: 302, body: { allowed: false } }],
    ["for another call", edited({ allowed: false, client_event_id: crypto.randomUUID() })],
    ["and allows as well", { status: 200, raw: '{"allowed":false,"allowed":true}' }],
  ])("denies %s: is denied, whatever the policy", async (_name, step) => {
    stand.plane.script("guard", { always: step });
    const outcome = await call({ onGuardUnavailable: () => "allow" });
    expect(outcome.error).toBeInstanceOf(GuardDeniedError);
    expect(outcome.stats.created).toBe(0);
    expect(stand.provider.requests).toEqual([]);
    expect(stand.plane.guardRequests).toHaveLength(1);
  });

  it("fails many calls: is stopped without a wait, with one probe for all calls", async () => {
    const down = { status: 503, headers: { "retry-after": "60" } };
    stand.plane.script("guard", { always: down });
    const guard = guardOf();
    const one = () =>
      guard
        .call({ model, input: "How are you?", execute: () => expect.fail("called") })
        .catch((error: unknown) => error);
    for (let turn = 0; turn < 12; turn += 1) await one();
    expect(stand.plane.guardRequests).toHaveLength(10);
    const waitedMs = stopwatch();
    const errors = await Promise.all(Array.from({ length: 50 }, one));
    expect(waitedMs()).toBeLessThan(GRACE_MS);
    for (const error of errors) expect(error).toBeInstanceOf(GuardUnavailableError);
    expect(stand.plane.guardRequests.length).toBeLessThanOrEqual(11);
  });

  describe("fails, with a policy function", () => {
    const kinds: Record<string, Step> = {
      unreachable: { status: 500 },
      overloaded: { status: 429, headers: { "retry-after": "30" } },
      refused: { status: 401 },
      unproven: { status: 200, body: {} },
    };

    it.each(Object.entries(kinds))(
      "passes the failure to the function: %s",
      async (failure, step) => {
        stand.plane.script("guard", { always: step });
        const asked: UnavailableFailure[] = [];
        const outcome = await call({
          guardDeadlineMs: 2_000,
          defaults: { userId: "jane" },
          onGuardUnavailable: (failed, about) => {
            asked.push(failed);
            expect(about).toMatchObject({
              segments: [{ role: "user", text: request.messages[0]?.content }],
              model,
              userId: "jane",
              signal: expect.any(AbortSignal),
            });
            return { allow: "Write to nobody." };
          },
        });
        expect(outcome.error).toBeUndefined();
        expect(asked).toMatchObject([{ kind: failure, cause: expect.any(Error) }]);
        expect(stand.provider.requests.map(({ body }) => body.messages)).toEqual([
          [{ role: "user", content: "Write to nobody." }],
        ]);
        expect(stand.plane.stored).toMatchObject([
          { input: "Write to nobody.", metadata: { fallback: failure } },
        ]);
      },
    );

    it.each<readonly [string, () => unknown]>([
      ["denies", () => "deny"],
      [
        "throws",
        () => {
          throw new Error("mine");
        },
      ],
      ["rejects", () => Promise.reject(new Error("mine"))],
      ["never answers", () => new Promise(() => undefined)],
      ["says nothing", () => undefined],
      ["says yes in its own words", () => true],
      ["hides its allow in a prototype", () => Object.create({ allow: "x" })],
    ])("is stopped if the function %s", async (_name, policy) => {
      stand.plane.script("guard", { always: { status: 401 } });
      const outcome = await call({ guardDeadlineMs: 2_000, onGuardUnavailable: policy as never });
      expect(outcome.attentiveMs).toBeLessThan(2_000 + GRACE_MS);
      expectClosed(outcome, "refused");
    });
  });

  it("is down, with fail-open: is allowed, and the event says so", async () => {
    // Longer than the deadline: no attempt is in progress when the phase ends.
    const tooLong = { status: 429, headers: { "retry-after": "60" } };
    stand.plane.script("guard", { always: tooLong });
    const guard = guardOf({ onGuardUnavailable: "fail-open" });
    const input = "How are you?";
    const result = await guard.call({ model, input, execute: (given) => `to ${given.input}` });
    expect(result).toMatchObject({
      output: "to How are you?",
      decision: { allowed: true, source: "fallback" },
    });
    await result.delivery;
    expect(stand.plane.stored).toMatchObject([{ input, metadata: { fallback: "overloaded" } }]);
  });
});
