import { describe, expect, it, vi } from "vitest";
import { GuardUnavailableError } from "../../src/errors.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { startRaw } from "../transport/test-server.ts";

import { useScriptedService } from "./scripted-service.ts";

const service = useScriptedService();

const ID = "6d1f2a4e-9c1b-4e57-8f0e-0a3c5b7d9e11";

const QUESTION = {
  input: "hello",
  model: "m",
  clientEventId: ID,
  userId: undefined,
  userAgent: undefined,
  tenantId: undefined,
  framework: undefined,
};

describe("the agent configuration", () => {
  it("is returned as the service sends it, and cached", async () => {
    const by = service.client();
    expect(await by.agentConfig()).toEqual({ mode: "strict" });
    expect(await by.agentConfig()).toEqual({ mode: "strict" });
    expect(service.paths()).toEqual(["/api/v1/agent/config"]);
    expect(service.received[0]?.headers).not.toHaveProperty("content-type");
  });

  it("rejects with a DataPlaneError, whatever the reason", async () => {
    service.script["/api/v1/agent/config"] = () => ({
      status: 404,
      body: { error: "no such path" },
    });
    const refused = service.client().agentConfig();
    await expect(refused).rejects.toMatchObject({ code: "data_plane", status: 404 });
    const silent = await startRaw((socket) => socket.destroy());
    service.closeLater(silent);
    const broken = service.client({ baseURL: silent.url.href }).agentConfig();
    await expect(broken).rejects.toMatchObject({ code: "data_plane", retryable: true });
  });

  it("rejects with a DataPlaneError if the apiKey function never answers", async () => {
    const apiKey = (): Promise<string> => new Promise(() => {});
    const waiting = service.client({ apiKey, guardDeadlineMs: 50 }).agentConfig();
    await expect(waiting).rejects.toMatchObject({ code: "data_plane", retryable: true });
    await expect(waiting).rejects.toHaveProperty("cause.name", "TimeoutError");
    const limit = AbortSignal.timeout(20);
    const limited = service.client({ apiKey }).agentConfig({ signal: limit });
    await expect(limited).rejects.toSatisfy((error) => error === limit.reason);
  });

  it("is fetched before the guard is asked if set, and cached for later calls", async () => {
    const data = service.plane({ agentConfig: { ttlMs: 60_000, required: false } });
    await data.askGuard(QUESTION, undefined);
    await data.askGuard(QUESTION, undefined);
    expect(service.paths()).toEqual(["/api/v1/agent/config", "/api/v1/guard", "/api/v1/guard"]);
  });

  it("delays no call that does not require it, if it fails or hangs", async () => {
    service.script["/api/v1/agent/config"] = () => ({ hang: true });
    const data = service.plane({
      agentConfig: { ttlMs: 60_000, required: false },
      guardDeadlineMs: 2_000,
    });
    const waitedMs = stopwatch();
    expect(await data.askGuard(QUESTION, undefined)).toMatchObject({ kind: "verdict" });
    expect(waitedMs()).toBeLessThan(2_000);
    service.script["/api/v1/agent/config"] = () => ({ status: 500 });
    const failing = service.plane({ agentConfig: { ttlMs: 60_000, required: false } });
    expect(await failing.askGuard(QUESTION, undefined)).toMatchObject({ kind: "verdict" });
    expect(await failing.askGuard(QUESTION, undefined)).toMatchObject({ kind: "verdict" });
    expect(service.paths().filter((path) => path.endsWith("config"))).toHaveLength(2);
  });

  it("is awaited with no negative delay, of which Node.js warns, if the deadline has passed", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    const data = service.plane({ agentConfig: { ttlMs: 60_000, required: false } });
    const asked = await data.askGuard(QUESTION, undefined, -1);
    const delays = timers.mock.calls.map(([, ms = 0]) => ms);
    timers.mockRestore();
    expect(asked).toMatchObject({ kind: "unavailable", failure: { attempts: 0 } });
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
  });

  it("does not lead to a guard request if the call is aborted meanwhile", async () => {
    service.script["/api/v1/agent/config"] = () => ({ hang: true });
    const data = service.plane({ agentConfig: { ttlMs: 60_000, required: false } });
    const controller = new AbortController();
    const asked = data.askGuard(QUESTION, controller.signal);
    await service.server.arrived(1);
    controller.abort("gone");
    await expect(asked).rejects.toBe("gone");
    expect(service.paths()).not.toContain("/api/v1/guard");
  });

  it("is retried for calls that require it, within their deadline", async () => {
    service.script["/api/v1/agent/config"] = (nth) =>
      nth < 3 ? { status: 503 } : { body: { mode: 1 } };
    const gate = service.plane({ agentConfig: { ttlMs: 60_000, required: true } }).configGate;
    await gate?.(undefined);
    await gate?.(undefined);
    expect(service.paths()).toEqual(Array(3).fill("/api/v1/agent/config"));
  });

  it("is not retried after a status that another attempt would not change", async () => {
    service.script["/api/v1/agent/config"] = () => ({ status: 403 });
    const gate = service.plane({ agentConfig: { ttlMs: 60_000, required: true } }).configGate;
    await expect(gate?.(undefined)).rejects.toMatchObject({ kind: "refused", retryable: false });
    expect(service.paths()).toHaveLength(1);
  });

  it("stops its retries when its client closes", async () => {
    service.script["/api/v1/agent/config"] = () => ({
      status: 503,
      headers: { "retry-after": "3" },
    });
    const data = service.plane({ agentConfig: { ttlMs: 60_000, required: true } });
    const refused = data.configGate?.(undefined);
    await service.server.arrived(1);
    const waitedMs = stopwatch();
    await data.close();
    await expect(refused).rejects.toBeInstanceOf(GuardUnavailableError);
    expect(waitedMs()).toBeLessThan(2_000);
  });

  it("stops calls that require it if it cannot be fetched", async () => {
    // Longer than the deadline, which ends the retries at once.
    const headers = { "retry-after": "3600" };
    const down = { status: 500, body: { error: "down" }, headers };
    service.script["/api/v1/agent/config"] = () => down;
    const required = { agentConfig: { ttlMs: 60_000, required: true }, guardDeadlineMs: 20_000 };
    const gate = service.plane(required).configGate;
    const refused = await gate?.(undefined).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GuardUnavailableError);
    expect((refused as Error).cause).toMatchObject({ status: 500, error: "down" });
    expect(refused).toMatchObject({ kind: "refused", retryable: true });
    expect((refused as Error).message).toContain("agentConfig.required");
    service.script["/api/v1/agent/config"] = () => ({ status: 401 });
    const refusedForGood = service.plane({
      agentConfig: { ttlMs: 60_000, required: true },
    }).configGate;
    await expect(refusedForGood?.(undefined)).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining("GUARD_API_KEY"),
    });
    await expect(gate?.(AbortSignal.abort("no"))).rejects.toBe("no");
    expect(service.plane().configGate).toBe(undefined);
  });
});

describe("a call that requires the agent configuration", () => {
  it("rejects with its signal's own reason if it is aborted while waiting", async () => {
    service.script["/api/v1/agent/config"] = () => ({ hang: true });
    const gate = service.plane({ agentConfig: { ttlMs: 60_000, required: true } }).configGate;
    const controller = new AbortController();
    const waiting = gate?.(controller.signal);
    await service.server.arrived(1);
    controller.abort("gone");
    await expect(waiting).rejects.toBe("gone");
  });
});
