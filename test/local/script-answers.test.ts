import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { AGENT_CONFIG_PATH, GUARD_PATH, INGEST_PATH } from "../../src/contract/paths.ts";
import { eventWith, guard, ingest, send, startService } from "../contract/service.ts";
import { exchange } from "./wire.ts";

const ALLOWED = 200;

describe("a script", () => {
  it("runs its steps in order and then passes", async () => {
    const plane = await startService();
    plane.script("guard", [{ status: 503 }, "pass", { status: 500 }]);
    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) statuses.push((await guard(plane)).status);
    expect(statuses).toEqual([503, ALLOWED, 500, ALLOWED, ALLOWED]);
  });

  it("may be a single step, for the next request only", async () => {
    const plane = await startService();
    plane.script("ingest", { status: 503 });
    expect([(await ingest(plane)).status, (await ingest(plane)).status]).toEqual([503, 200]);
  });

  it("with always applies until it is replaced or everything is reset", async () => {
    const plane = await startService();
    plane.script("guard", { always: { status: 503 } });
    const down = [(await guard(plane)).status, (await guard(plane)).status];
    plane.script("guard", []);
    const up = (await guard(plane)).status;
    plane.script("guard", { always: { status: 500 } });
    plane.reset();
    expect([...down, up, (await guard(plane)).status]).toEqual([503, 503, 200, 200]);
  });

  it("applies to its own endpoint only", async () => {
    const plane = await startService();
    plane.script("config", { always: { status: 503 } });
    expect((await guard(plane)).status).toBe(200);
    expect((await send(plane, AGENT_CONFIG_PATH, { method: "GET" })).status).toBe(503);
  });

  it("may be a function of the request, synchronous or not", async () => {
    const plane = await startService();
    plane.script("guard", {
      always: async ({ text }) => (text.includes("bad day") ? { status: 503 } : undefined),
    });
    const statuses = [await guard(plane, { input: "a bad day" }), await guard(plane)];
    expect(statuses.map(({ status }) => status)).toEqual([503, 200]);
  });

  it("may name its endpoint by the path", async () => {
    const plane = await startService();
    plane.script(GUARD_PATH, { status: 503 });
    expect((await guard(plane)).status).toBe(503);
    expect(() => plane.script("gard" as "guard", [])).toThrow(/no endpoint "gard", only guard/);
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["no object", 5],
    ["a fault that there is not", "timeout"],
    ["a fault that there is not, among others", ["pass", { fault: "toString" }]],
    ["a step without a word that is known", [{ statsu: 503 }]],
    ["a step with a word that is not known", { status: 503, header: {} }],
    ["a status that is none", { always: { status: "503" } }],
    ["a status that ends nothing", { status: 103 }],
    ["a delay in words", { delayMs: "1 s" }],
    ["a delay that is over before it begins", { fault: "reset", delayMs: -1 }],
    ["a list where a step should be", { always: [] }],
    ["a flag in words", { status: 200, gzip: "no" }],
    ["a change that is no function", { edit: { allowed: true } }],
    ["a target that is no text", { redirect: new URL("http://127.0.0.1:1") }],
    ["a body of no bytes", { status: 200, raw: 5 }],
    ["a body without a status", { delayMs: 5, body: { allowed: false } }],
    ["bytes without a status", { headers: { "x-note": "a" }, raw: "<html>" }],
    ["a fault with a status", { fault: "reset", status: 503 }],
    ["a redirect with headers", { redirect: "/", headers: { "x-note": "a" } }],
    ["another answer and a change of the real one", { status: 503, edit: () => ({}) }],
    ["headers that are none", { status: 200, headers: "x-note: a" }],
    ["headers with a name of two words", { status: 200, headers: { "x note": "a" } }],
    ["headers with a line break", { headers: { "x-note": "a\n" } }],
    ["headers without a value", { status: 503, headers: { "retry-after": undefined } }],
    ["a status that is missing", { status: undefined }],
    ["a number of times, which always has not", { always: "reset", times: 2 }],
    ["a seed beside its chance", { random: { rate: 1, steps: ["reset"] }, seed: 7 }],
    ["a seed in words", { random: { rate: 1, steps: ["reset"], seed: "seven" } }],
    ["a share beyond all", { random: { rate: 3, steps: [] } }],
    ["chance without steps", { random: { rate: 1 } }],
  ])("is refused immediately if it is %s", async (_what, script) => {
    const plane = await startService();
    expect(() => plane.script("guard", script as "pass")).toThrow(TypeError);
    expect((await guard(plane)).status).toBe(200);
  });

  it.each<[string, unknown]>([
    ["a fault that there is not", "rest"],
    ["a step with a word that is not known", { status: 503, dealyMs: 5 }],
  ])("answers 500 with the reason if its function returns %s", async (_what, found) => {
    const plane = await startService();
    plane.script("guard", async () => found as "pass");
    const { status, body } = await guard(plane);
    expect([status, body.reason]).toEqual([500, "internal_failure"]);
    expect(body.details).toMatch(/^(There is no such fault|A script's step has no dealyMs)/);
  });

  it("that throws answers 500 and does not crash the process", async () => {
    const plane = await startService();
    plane.script("guard", () => {
      throw new Error("typo in the test");
    });
    const { status, body } = await guard(plane);
    expect([status, body.details]).toEqual([500, "typo in the test"]);
  });

  it("at random affects its share of requests, the same ones for the same seed", async () => {
    const outcomes = async (seed: number): Promise<string> => {
      const plane = await startService();
      plane.script("guard", {
        random: { rate: 0.3, seed, steps: [{ status: 500 }, { status: 503 }] },
      });
      const statuses: number[] = [];
      for (let turn = 0; turn < 100; turn += 1) statuses.push((await guard(plane)).status);
      return statuses.join();
    };
    const [first, again, other] = [await outcomes(7), await outcomes(7), await outcomes(8)];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    const faults = first.split(",").filter((status) => status !== "200");
    expect(faults.length).toBeGreaterThan(15);
    expect(faults.length).toBeLessThan(45);
    expect(new Set(faults)).toEqual(new Set(["500", "503"]));
  });
});

describe("a scripted answer", () => {
  it.each([2 ** 31, Number.POSITIVE_INFINITY])(
    "does not arrive before its delay, which may be %d ms",
    async (delayMs) => {
      const plane = await startService();
      plane.script("guard", { status: 200, body: { allowed: true }, delayMs });
      const answer = guard(plane).then(
        () => "answered",
        () => "closed",
      );
      const other = await guard(plane);
      await plane.close();
      expect([other.status, await answer]).toEqual([200, "closed"]);
    },
  );

  it("has the given status, body and headers, and the request is not processed", async () => {
    const plane = await startService();
    const headers = { "retry-after": "Sun, 01 Mar 2026 12:00:00 GMT" };
    plane.script("ingest", { status: 429, body: { error: "Slow down" }, headers });
    const reply = await ingest(plane);
    expect([reply.status, reply.body]).toEqual([429, { error: "Slow down" }]);
    expect(reply.headers.get("retry-after")).toBe(headers["retry-after"]);
    expect(plane.events()).toEqual([]);
  });

  it("may replace the headers that the server sets itself", async () => {
    const plane = await startService();
    const date = "Sun, 01 Mar 2026 12:00:00 GMT";
    plane.script("guard", { status: 429, headers: { Date: date, "Retry-After": "5" } });
    const { headers } = await guard(plane);
    expect([headers.get("date"), headers.get("retry-after")]).toEqual([date, "5"]);
  });

  it("may be anything other than JSON", async () => {
    const plane = await startService();
    plane.script("guard", { status: 200, raw: "<html>", headers: { "content-type": "text/html" } });
    const { text, headers } = await guard(plane);
    expect([text, headers.get("content-type")]).toEqual(["<html>", "text/html"]);
  });

  it("may be bytes", async () => {
    const plane = await startService();
    plane.script("guard", { status: 200, raw: Uint8Array.of(0xff, 0xfe, 0) });
    expect([...(await exchange(plane, GUARD_PATH)).bytes]).toEqual([0xff, 0xfe, 0]);
  });

  it("may have no body", async () => {
    const plane = await startService();
    plane.script("guard", { status: 204 });
    const { status, text, headers } = await guard(plane);
    expect([status, text, headers.get("content-type")]).toEqual([204, "", null]);
  });

  it("may be a small compressed body that decodes to a huge one", async () => {
    const plane = await startService();
    plane.script("guard", {
      status: 200,
      body: { allowed: true },
      padToBytes: 3_000_000,
      gzip: true,
    });
    const { bytes, headers } = await exchange(plane, GUARD_PATH);
    const decoded = gunzipSync(bytes);
    expect([headers["content-encoding"], decoded.length]).toEqual(["gzip", 3_000_000]);
    expect(bytes.length).toBeLessThan(10_000);
    expect(JSON.parse(decoded.toString())).toEqual({ allowed: true });
  });

  it("may follow a processed request, so that a retry is a replay", async () => {
    const plane = await startService();
    plane.script("ingest", { status: 503, afterStore: true });
    const event = eventWith();
    const first = await send(plane, INGEST_PATH, { body: event });
    const second = await send(plane, INGEST_PATH, { body: event });
    expect([first.status, second.status]).toEqual([503, 409]);
  });

  it("may be the real one with changes", async () => {
    const plane = await startService();
    plane.script("ingest", {
      pass: true,
      edit: (body) => ({ ...(body as object), bypassed: true }),
      headers: { "x-note": "edited" },
    });
    const { body, headers } = await ingest(plane);
    expect([body.success, body.bypassed, headers.get("x-note")]).toEqual([true, true, "edited"]);
    expect(plane.events()).toHaveLength(1);
  });

  it.each([undefined, 301, 302, 303, 308])("may be a redirect (%s)", async (status) => {
    const plane = await startService();
    plane.script("guard", { redirect: "http://127.0.0.1:9/", status });
    const { status: got, headers } = await guard(plane);
    expect([got, headers.get("location")]).toEqual([status ?? 307, "http://127.0.0.1:9/"]);
  });
});
