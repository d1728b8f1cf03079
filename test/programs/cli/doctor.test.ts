import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { hintFor } from "../../../src/cli/checkup-hints.ts";
import { doctor } from "../../../src/cli/doctor.ts";
import { createTerminal } from "../../../src/cli/terminal.ts";
import { DataPlaneClient } from "../../../src/data-plane/by-hand/data-plane-client.ts";
import { DataPlaneError } from "../../../src/errors.ts";
import { type LocalDataPlane, startLocalDataPlane } from "../../../src/local/index.ts";
import { runCli } from "./run-cli.ts";

let plane: LocalDataPlane;

/** Loads what asks the guard: from sources on a busy machine, this may take longer than calls wait. */
beforeAll(async () => {
  await using first = await startLocalDataPlane();
  await using client = new DataPlaneClient(first.clientOptions);
  await client.guard({ input: "x" }, { deadlineMs: 60_000 });
});
beforeEach(async () => {
  plane = await startLocalDataPlane();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await plane.close();
});

function environment(own: Record<string, string> = {}): Record<string, string> {
  const { url, apiKey, systemId } = plane;
  return { GUARD_BASE_URL: url, GUARD_API_KEY: apiKey, GUARD_SYSTEM_ID: systemId, ...own };
}

/** Exit code, and the result of each step: `guard: ok`. In this process, which is faster. */
async function examined(env: Record<string, string>, ...args: string[]) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  let text = "";
  const write = (piece: string): void => {
    text += piece;
  };
  const terminal = createTerminal({ stdout: { write }, stderr: { write }, env: {} });
  const code = await doctor.run(args, terminal);
  const rows = [...text.matchAll(/^(\S+(?: \S+)?) {2,}(ok|odd|failed|skipped)\b/gm)];
  return {
    code,
    text,
    found: Object.fromEntries(rows.map(([, step, verdict]) => [step, verdict])),
  };
}

const NOT_REACHED = { ingest: "skipped", finalize: "skipped" };

describe("guarded-model-client doctor", () => {
  it("checks every step of a call and leaves one finalized lifecycle", async () => {
    const { code, text, found } = await examined(environment());
    expect(found).toEqual({
      ...{ configuration: "ok", guard: "ok", "agent config": "ok", ingest: "ok", finalize: "ok" },
    });
    expect(code).toBe(0);
    const masking = { pii_masking_enabled: false, secret_masking_enabled: false };
    const capabilities = { sdk_version: expect.any(String), ...masking };
    const event = { model: "guarded-model-client-doctor", client_capabilities: capabilities };
    expect(plane.lifecycles()).toMatchObject([{ state: "finalized", event }]);
    expect(text).not.toContain(plane.apiKey);
    expect(text).not.toContain(plane.systemId);
  });

  it("reports what a model would have got, the guard's rewrite, and the guard's check of it", async () => {
    plane.script("guard", {
      edit: (body) => ({ ...(body as object), transformed_input: "Rewritten?" }),
    });
    await examined(environment());
    const [call] = plane.lifecycles();
    const metadata = {
      client_event_id: call?.clientEventId,
      guard_event_id: call?.decision?.guardEventId,
    };
    expect(call?.event).toMatchObject({ input: "Rewritten?", metadata });
  });

  it("does not fail for a guard whose checks have other ids than events may name", async () => {
    plane.script("guard", {
      edit: (body) => ({ ...(body as object), guard_event_id: "check-7" }),
    });
    expect((await examined(environment())).found).toMatchObject({ guard: "ok", ingest: "ok" });
    expect(plane.events()[0]?.metadata).not.toHaveProperty("guard_event_id");
  });

  it("stores nothing with --guard-only", async () => {
    const { code, found } = await examined(environment(), "--guard-only");
    expect(found).toMatchObject({ guard: "ok", ...NOT_REACHED });
    expect(code).toBe(0);
    expect(plane.events()).toEqual([]);
  });

  it("names the variable that is missing or wrong, never its value", async () => {
    const missing = await examined({ GUARD_BASE_URL: "", GUARD_API_KEY: "", GUARD_SYSTEM_ID: "" });
    expect(missing).toMatchObject({
      code: 1,
      found: { configuration: "failed", guard: "skipped" },
    });
    expect(missing.text).toContain("GUARD_BASE_URL");
    const wrong = await examined(environment({ GUARD_SYSTEM_ID: "not-of-this-world" }));
    expect(wrong.code).toBe(1);
    expect(wrong.text).toContain("GUARD_SYSTEM_ID");
    expect(wrong.text).not.toContain("not-of-this-world");
  });

  it.each([
    [
      "a key that is unknown",
      { GUARD_API_KEY: ["sk", "live", "unknown"].join("_") },
      "GUARD_API_KEY",
    ],
    ["a system of another key", { GUARD_SYSTEM_ID: randomUUID() }, "GUARD_SYSTEM_ID"],
    ["nobody at the address", { GUARD_BASE_URL: "http://127.0.0.1:1" }, "GUARD_BASE_URL"],
  ])("fails for %s, and names the variable to check", async (_, own, hint) => {
    const { code, text, found } = await examined(environment(own));
    expect(found).toMatchObject({ configuration: "ok", guard: "failed", ...NOT_REACHED });
    expect(code).toBe(1);
    expect(text).toMatch(new RegExp(`^ +Check .*${hint}`, "m"));
  });

  it("recognizes a suspended system, and a guard that denies everything", async () => {
    plane.suspend();
    const suspended = await examined(environment());
    expect(suspended).toMatchObject({ code: 1, found: { guard: "ok", ingest: "failed" } });
    expect(suspended.text).toContain("suspended");
    plane.script("guard", { status: 200, body: { allowed: false, reason: "closed" } });
    const denied = await examined(environment());
    expect(denied).toMatchObject({ code: 0, found: { guard: "odd", ...NOT_REACHED } });
    expect(denied.text).toContain("closed");
  });

  it("does not report an event as stored that a fail-open service only accepted", async () => {
    plane.script("ingest", {
      edit: (body) => ({ ...(body as object), bypassed: true, reason: "db_down" }),
    });
    const { code, text, found } = await examined(environment());
    expect({ code, found }).toMatchObject({ code: 0, found: { ingest: "odd", finalize: "ok" } });
    expect(text).toMatch(/^ingest +odd +accepted: db_down/m);
  });

  it("does not blame address or app if finalize fails for an event that was not fully stored", async () => {
    const body = { error: "Event not found", reason: "event_not_found" };
    plane.script("finalize", { always: { status: 404, body } });
    const lost = await examined(environment());
    expect(lost).toMatchObject({ code: 1, found: { ingest: "ok", finalize: "failed" } });
    expect(lost.text).toContain("does not know the event");
    expect(lost.text).not.toContain("Check GUARD_BASE_URL");
    plane.script("ingest", { edit: (stored) => ({ ...(stored as object), bypassed: true }) });
    const accepted = await examined(environment());
    expect(accepted).toMatchObject({ code: 0, found: { ingest: "odd", finalize: "odd" } });
  });

  it.each([
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "NODE_EXTRA_CA_CERTS"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "NODE_EXTRA_CA_CERTS"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "the one in GUARD_BASE_URL"],
    ["CERT_HAS_EXPIRED", "renew it, or set the clock"],
    ["CERT_NOT_YET_VALID", "renew it, or set the clock"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "whether GUARD_BASE_URL should begin with http:"],
    ["ECONNREFUSED", "GUARD_BASE_URL"],
  ])("suggests for %s to check %s", (code, place) => {
    const cause = Object.assign(new Error("no connection"), { code });
    expect(hintFor(new DataPlaneError("no connection", { cause }))).toContain(place);
  });

  it.each([
    [307, "redirects are not followed"],
    [401, "Check GUARD_API_KEY"],
    [405, "Check GUARD_BASE_URL"],
    [407, "proxy"],
    [422, "check GUARD_BASE_URL"],
    [429, "rate limit"],
    [502, "Try again"],
  ])("suggests for status %i what helps: %s", (status, hint) => {
    expect(hintFor(new DataPlaneError("no", { status }))).toContain(hint);
  });

  it.each(["stall-body", "stall-headers"] as const)(
    "blames neither address nor service alone if an answer is late (%s)",
    async (fault) => {
      plane.script("guard", { always: fault });
      const client = new DataPlaneClient(plane.clientOptions);
      const failure = await client
        .guard({ input: "x", model: "m" }, { deadlineMs: 100 })
        .catch((error: Error) => error.cause);
      await client.close();
      expect(hintFor(failure)).toMatch(/^It is slow, or this machine cannot reach it/);
    },
  );

  it("blames no address if an answer breaks off", async () => {
    plane.script("ingest", { always: "truncate-body" });
    const { text, found } = await examined(environment());
    expect(found).toMatchObject({ guard: "ok", ingest: "failed" });
    expect(text).toMatch(/^ +The service, or a proxy before it, has failed/m);
  });

  it("calls no guard slow of which only the first answer was late, as that of a program's start is", async () => {
    plane.script("guard", { delayMs: 2_050 });
    const { code, text, found } = await examined(environment());
    expect({ code, found }).toMatchObject({ code: 0, found: { guard: "ok", finalize: "ok" } });
    expect(text).not.toContain("It is slow");
    expect(plane.lifecycles()).toHaveLength(1);
  });

  it("does not fail for a slow guard that calls would wait for", async () => {
    plane.script("guard", { always: { delayMs: 2_050 } });
    const { code, text, found } = await examined(environment());
    expect({ code, found }).toMatchObject({ code: 0, found: { guard: "odd", finalize: "ok" } });
    expect(text).toMatch(/^ +It is slow/m);
  });

  it("shows neither key nor system that a service quotes", async () => {
    const { apiKey, systemId } = plane;
    const reason = `${apiKey} is not of ${systemId.toUpperCase()}`;
    plane.script("guard", { always: { status: 401, body: { error: "Unauthorized", reason } } });
    const refused = await examined(environment());
    plane.script("guard", { always: { status: 200, body: { allowed: false, reason } } });
    const denied = await examined(environment());
    for (const { text } of [refused, denied]) {
      expect(text).toContain("[key] is not of [system]");
      expect(text.toLowerCase()).not.toContain(systemId);
    }
  });

  it("says that something else answers if it gets a web page instead of a decision", async () => {
    plane.script("guard", { always: { status: 200, raw: "<html>Log in</html>" } });
    const { code, text } = await examined(environment());
    expect(code).toBe(1);
    expect(text).toMatch(/^ +Check whether GUARD_BASE_URL is the data plane's/m);
  });

  it("succeeds without an agent configuration, and with a key that cannot finalize", async () => {
    await plane.close();
    plane = await startLocalDataPlane({ apiKey: "key-of-a-test" });
    plane.script("config", { always: { status: 404 } });
    expect(await examined(environment())).toMatchObject({
      code: 0,
      found: { "agent config": "odd", ingest: "ok", finalize: "skipped" },
    });
  });

  it("is a command of the binary, and rejects unknown options", async () => {
    const [told, refused] = [runCli(["doctor"], environment()), runCli(["doctor", "--fix"])];
    expect(await told.ended).toBe(0);
    expect(told.stdout()).toMatch(/^finalize +ok /m);
    expect(await refused.ended).toBe(2);
    expect(refused.stdout()).toBe("");
  });
});
