import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { errorOfAnswer, errorOfFailure } from "../../src/data-plane/answers/error-answer.ts";
import { codeOf, describeCause } from "../../src/data-plane/answers/foreign-error.ts";
import type { TransportFailure } from "../../src/transport/transport.ts";
import { liveKey } from "./keys.ts";

const CONTEXT = {
  scrub: (text: string) => text.replaceAll(liveKey, "[key]"),
  now: Date.parse("2030-05-01T12:00:00Z"),
  clientEventId: "6d1f2a4e-9c1b-4e57-8f0e-0a3c5b7d9e11",
};

describe("an error answer", () => {
  it("becomes an error with all fields of the contract", () => {
    const error = errorOfAnswer(
      {
        status: 429,
        headers: {
          "retry-after": "12",
          "x-ratelimit-limit": "60",
          "x-ratelimit-remaining": "0",
        },
        body: JSON.stringify({
          error: "rate_limited",
          reason: "daily_cap",
          details: { fieldErrors: { input: ["too long"] } },
        }),
      },
      CONTEXT,
    );
    expect(error).toMatchObject({
      name: "DataPlaneError",
      code: "data_plane",
      status: 429,
      error: "rate_limited",
      reason: "daily_cap",
      retryAfterMs: 12_000,
      rateLimit: { limit: 60, remaining: 0 },
      retryable: true,
      fieldErrors: { input: ["too long"] },
      clientEventId: CONTEXT.clientEventId,
    });
    expect(error.message).toContain("429");
    expect(error.message).toContain("daily_cap");
  });

  it("is limited in length and printable, whatever the service sends", () => {
    const body = JSON.stringify({ error: `\u001b[31m\n${"x".repeat(10_000)}`, reason: "\u202eok" });
    const error = errorOfAnswer({ status: 500, headers: {}, body }, CONTEXT);
    expect(error.message.length).toBeLessThan(1_000);
    expect(error.error?.length).toBeLessThan(400);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    expect(`${error.message}${error.error}${error.reason}`).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  it("has no error and reason if they are not texts in a JSON object", () => {
    for (const body of [
      "",
      "<html>",
      "[1]",
      "null",
      '{"error":{"a":1},"reason":5}',
      '{"__proto__":{"error":"x"}}',
    ]) {
      const error = errorOfAnswer({ status: 502, headers: {}, body }, CONTEXT);
      expect(error).toMatchObject({ status: 502, error: undefined, reason: undefined });
      expect(error.message).toBe("The data plane answered with status 502.");
    }
  });

  it("names a redirect and the option to check", () => {
    const error = errorOfAnswer({ status: 307, headers: {}, body: "" }, CONTEXT);
    expect(error.message).toMatch(/redirect.*baseURL/);
  });

  it("has details without what they quote, however deep that is, and none too deep to be read", () => {
    const depth = 50_000;
    const deep = `${"[".repeat(depth)}"quoted"${"]".repeat(depth)}`;
    const body = `{"details":{"a":["quoted",{"b":"quoted","c":null,"d":7}],"deep":${deep}}}`;
    const hideParts = (text: string) => text.replace("quoted", "[text]");
    const error = errorOfAnswer({ status: 400, headers: {}, body }, { ...CONTEXT, hideParts });
    expect(error.details).toMatchObject({ a: ["[text]", { b: "[text]", c: null, d: 7 }] });
    expect(inspect(error.details, { depth: 100 })).not.toContain("quoted");
  });

  it("never shows the key, even if the service echoes it", () => {
    const body = JSON.stringify({
      error: `invalid key ${liveKey}`,
      reason: liveKey,
      details: { header: `Bearer ${liveKey}` },
    });
    const error = errorOfAnswer({ status: 401, headers: {}, body }, CONTEXT);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(liveKey);
    expect(JSON.stringify(error.details)).not.toContain(liveKey);
  });
});

describe("a failure without an answer", () => {
  it("names what failed, and keeps no more of the cause than a person needs", () => {
    const cause = Object.assign(new TypeError("fetch failed"), {
      request: { headers: { authorization: `Bearer ${liveKey}` } },
      cause: Object.assign(new Error(`connect to ${liveKey}`), { code: "ECONNREFUSED" }),
    });
    const error = errorOfFailure({ ok: false, reason: "connection", cause }, CONTEXT);
    expect(error.message).toBe("The connection to the data plane failed (ECONNREFUSED).");
    expect(error.retryable).toBe(true);
    expect(error.cause).toMatchObject({ name: "TypeError", message: "fetch failed" });
    expect((error.cause as Error).cause).toMatchObject({ code: "ECONNREFUSED" });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(liveKey);
  });

  it.each<[TransportFailure["reason"], number | undefined, boolean]>([
    ["connection", undefined, true],
    ["deadline", undefined, true],
    ["too_large", undefined, false],
    ["undecodable", undefined, false],
    ["aborted", undefined, false],
    ["unsent", undefined, false],
    ["unloaded", undefined, false],
    ["connection", 200, true],
    ["undecodable", 200, false],
    ["connection", 403, false],
    ["undecodable", 503, true],
    ["too_large", 429, true],
    ["aborted", 503, false],
  ])("tells whether a retry may help after %s with status %s", (reason, status, retryable) => {
    const error = errorOfFailure({ ok: false, reason, status, cause: new Error("no") }, CONTEXT);
    expect(error.retryable).toBe(retryable);
  });

  it("names where the right dispatcher comes from, for bundles too", () => {
    const { message } = errorOfFailure({ ok: false, reason: "unsent", cause: undefined }, CONTEXT);
    expect(message).toMatch(/undici 7; where undici is not part of a bundle, the app itself must/);
  });

  it("ignores a name and a code with arbitrary text", () => {
    const cause = { name: `key ${liveKey}`, code: `sent: ${liveKey}`, message: "no" };
    const told = describeCause(cause);
    expect(told).toMatchObject({ name: "Error", message: "no" });
    expect(told).not.toHaveProperty("code");
    expect(inspect(told, { showHidden: true })).not.toContain(liveKey);
  });

  it("says nothing of a cause that cannot be inspected or has no text, and does not throw", () => {
    const hostile = {
      get message(): string {
        throw new Error("hidden");
      },
    };
    for (const cause of [hostile, { message: 7, name: 7, code: 7 }, Object.create(null)]) {
      expect(describeCause(cause)).toMatchObject({ name: "Error", message: "" });
      expect(codeOf(cause)).toBe(undefined);
    }
  });

  it("follows a chain of causes to its end, and through aggregate errors", () => {
    const loop: { message: string; cause?: unknown } = { message: "round" };
    loop.cause = loop;
    expect(describeCause(loop)).toBeInstanceOf(Error);
    expect(codeOf(loop)).toBe(undefined);
    const several = new AggregateError([Object.assign(new Error("v6"), { code: "ENETUNREACH" })]);
    expect(codeOf(several)).toBe("ENETUNREACH");
    expect(describeCause("plain words")?.message).toBe("plain words");
    expect(describeCause(undefined)).toBe(undefined);
  });
});
