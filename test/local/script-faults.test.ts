import { describe, expect, it } from "vitest";
import { GUARD_PATH, INGEST_PATH } from "../../src/contract/paths.ts";
import type { LocalDataPlane } from "../../src/local/index.ts";
import { startService } from "../contract/service.ts";
import { exchange, freshEvent } from "./wire.ts";

/** A service that signals when the first request has arrived. */
async function startWatched(): Promise<{ plane: LocalDataPlane; arrived: Promise<unknown> }> {
  let onRequest = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    onRequest = resolve;
  });
  return { plane: await startService({ onRequest }), arrived };
}

const stored = (plane: LocalDataPlane): Promise<unknown> =>
  plane.waitForEvent(undefined, { timeoutMs: 50_000 });

describe("a scripted fault", () => {
  it("reset breaks the connection before anything is answered or stored", async () => {
    const plane = await startService();
    plane.script("ingest", { fault: "reset" });
    const seen = await exchange(plane, INGEST_PATH, { body: freshEvent() });
    expect([seen.status, seen.end]).toEqual([undefined, "ECONNRESET"]);
    expect(plane.events()).toEqual([]);
  });

  it("reset-after-store breaks it after storing the event, so a retry is a replay", async () => {
    const plane = await startService();
    plane.script("ingest", { fault: "reset-after-store" });
    const body = freshEvent();
    const first = await exchange(plane, INGEST_PATH, { body });
    const second = await exchange(plane, INGEST_PATH, { body });
    expect([first.end, second.status]).toEqual(["ECONNRESET", 409]);
    expect(JSON.parse(second.text)).toMatchObject({ reason: "replay_detected" });
  });

  it("stall-headers never answers, and processes nothing without afterStore", async () => {
    const { plane, arrived } = await startWatched();
    plane.script("ingest", [
      { fault: "stall-headers" },
      { fault: "stall-headers", afterStore: true },
    ]);
    const unheard = { body: freshEvent(), patience: { ms: 60, from: arrived } };
    const first = await exchange(plane, INGEST_PATH, unheard);
    expect([first.status, first.end, plane.events().length]).toEqual([undefined, "gave-up", 0]);
    const heard = { body: freshEvent(), patience: { ms: 0, from: stored(plane) } };
    const second = await exchange(plane, INGEST_PATH, heard);
    expect([second.status, second.end, plane.events().length]).toEqual([undefined, "gave-up", 1]);
  });

  it("stall-body stops in the middle of the real answer", async () => {
    const plane = await startService();
    plane.script("guard", { fault: "stall-body" });
    const seen = await exchange(plane, GUARD_PATH, { patience: { ms: 60, from: "answer" } });
    const announced = Number(seen.headers["content-length"]);
    expect([seen.status, seen.end, seen.text.length]).toEqual([200, "gave-up", announced >> 1]);
  });

  it.each(["truncate-body", "reset-body"] as const)(
    "%s ends the connection in the middle of the real answer",
    async (fault) => {
      const plane = await startService();
      plane.script("guard", { fault });
      const seen = await exchange(plane, GUARD_PATH);
      const announced = Number(seen.headers["content-length"]);
      expect([seen.status, seen.end]).toEqual([200, "ECONNRESET"]);
      expect(seen.text.length).toBeLessThan(announced);
    },
  );

  it("trickle-body sends the real answer byte by byte, and observers get its status", async () => {
    const observed: (number | undefined)[] = [];
    const plane = await startService({ onAnswer: (_, { status }) => void observed.push(status) });
    plane.script("ingest", { fault: "trickle-body", everyMs: 1 });
    const seen = await exchange(plane, INGEST_PATH, { body: freshEvent() });
    expect([seen.status, seen.end]).toEqual([200, "complete"]);
    expect(JSON.parse(seen.text)).toMatchObject({ success: true });
    expect(seen.tookMs).toBeGreaterThan(seen.text.length);
    expect(observed).toEqual([200]);
  });

  it("garbage sends something that is not HTTP", async () => {
    const plane = await startService();
    plane.script("guard", { fault: "garbage" });
    const seen = await exchange(plane, GUARD_PATH);
    expect([seen.status, seen.end]).toEqual([undefined, "HPE_INVALID_CONSTANT"]);
  });

  it("deliver-twice answers a first attempt like a second one", async () => {
    const plane = await startService();
    plane.script("ingest", { fault: "deliver-twice" });
    const seen = await exchange(plane, INGEST_PATH, { body: freshEvent() });
    expect([seen.status, plane.events().length]).toEqual([409, 1]);
  });
});

describe("a fault's bare name", () => {
  it("is a step", async () => {
    const plane = await startService();
    plane.script("guard", ["reset", "pass"]);
    const ends = [(await exchange(plane, GUARD_PATH)).end, (await exchange(plane, GUARD_PATH)).end];
    expect(ends).toEqual(["ECONNRESET", "complete"]);
  });
});

describe("a delayed step", () => {
  it("answers late", async () => {
    const plane = await startService();
    plane.script("guard", { delayMs: 50 });
    const seen = await exchange(plane, GUARD_PATH);
    expect(seen.status).toBe(200);
    expect(seen.tookMs).toBeGreaterThan(45);
  });

  it("does not process the request of a client that has disconnected", async () => {
    const { plane, arrived } = await startWatched();
    plane.script("ingest", { pass: true, delayMs: 10_000 });
    await exchange(plane, INGEST_PATH, { body: freshEvent(), patience: { ms: 30, from: arrived } });
    await plane.close();
    expect(plane.events()).toEqual([]);
  });

  it("processes the request immediately with afterStore", async () => {
    const plane = await startService();
    plane.script("ingest", { pass: true, delayMs: 600_000, afterStore: true });
    const patience = { ms: 0, from: stored(plane) };
    const seen = await exchange(plane, INGEST_PATH, { body: freshEvent(), patience });
    expect([seen.end, plane.events().length]).toEqual(["gave-up", 1]);
  });
});
