import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import type { GuardUnavailableError } from "../../src/errors.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { ALLOW, ask, clientOf, closeAll, closing, serve } from "./guard-bench.ts";

afterEach(closeAll);

describe("an abort of a guard request", () => {
  it("rejects with its own reason within 50 ms at any time of the request", async () => {
    const server = await serve((response, attempt) => {
      if (attempt % 2 === 1) response.writeHead(500);
      response.write(" ");
      setTimeout(() => response.end(attempt % 2 === 1 ? "{}" : ALLOW), 15);
    });
    const client = clientOf(server.url);
    await ask(client);
    for (let delay = 0; delay < 120; delay += 8) {
      const controller = new AbortController();
      const reason = new Error(`after ${delay} ms`);
      const asked = ask(client, { signal: controller.signal }).catch((error: unknown) => error);
      await new Promise((resolve) => setTimeout(resolve, delay));
      const waitedMs = stopwatch();
      controller.abort(reason);
      const outcome = await asked;
      expect(waitedMs()).toBeLessThan(50);
      if (!(outcome instanceof Error)) expect(outcome).toMatchObject({ allowed: true });
      else expect(outcome).toBe(reason);
    }
  });

  it("does not count as a failure of the service: the next call is sent", async () => {
    const held: ServerResponse[] = [];
    let arrived: () => void = () => undefined;
    const server = await serve((response, attempt) => {
      if (attempt > 20) return void response.end(ALLOW);
      held.push(response);
      arrived();
    });
    const client = clientOf(server.url);
    for (let call = 0; call < 20; call += 1) {
      const controller = new AbortController();
      const isAsked = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const asked = ask(client, { signal: controller.signal });
      await isAsked;
      controller.abort("enough");
      await expect(asked).rejects.toBe("enough");
    }
    for (const response of held) response.destroy();
    expect(await ask(client)).toMatchObject({ allowed: true });
    expect(server.requests).toHaveLength(21);
  });

  it("before the request, or while waiting for a key, sends nothing", async () => {
    const server = await serve((response) => response.end(ALLOW));
    await expect(ask(clientOf(server.url), { signal: AbortSignal.abort("no") })).rejects.toBe("no");
    const controller = new AbortController();
    const waiting = clientOf(server.url, { apiKey: () => new Promise(() => {}) });
    const asked = ask(waiting, { signal: controller.signal });
    controller.abort("enough");
    await expect(asked).rejects.toBe("enough");
    expect(server.requests).toEqual([]);
  });
});

describe("a close", () => {
  it("ends a guard phase at once that waits for a retry or for a key", async () => {
    let asked: () => void = () => undefined;
    const server = await serve((response) => {
      response.writeHead(429, { "retry-after": "20" }).end("{}", asked);
    });
    const clients = [
      clientOf(server.url),
      clientOf(server.url, { apiKey: () => new Promise(() => asked()) }),
    ];
    for (const client of clients) {
      const begun = new Promise<void>((resolve) => {
        asked = resolve;
      });
      const waiting = closing(client);
      await begun;
      // The answer is read by then, and the retry code is loaded.
      await new Promise((resolve) => setTimeout(resolve, 100));
      const waitedMs = stopwatch();
      await client.close();
      expect((await waiting).cause).toMatchObject({ code: "client_closed" });
      expect(waitedMs()).toBeLessThan(1_000);
    }
  });
});

/** Down for longer than any call would wait: the call fails after one request. */
const DOWN = { status: 503, headers: { "retry-after": "60" } };

describe("a service in a long outage", () => {
  it("gets no request after ten failed calls, and refusals take under a millisecond", async () => {
    const server = await serve((response) => {
      response.writeHead(DOWN.status, DOWN.headers);
      response.end('{"error":"down","details":{"quoted":"another call"}}');
    });
    const client = clientOf(server.url);
    for (let call = 0; call < 10; call += 1) await closing(client);
    const waitedMs = stopwatch();
    const errors: GuardUnavailableError[] = [];
    for (let call = 0; call < 20; call += 1) errors.push(await closing(client));
    expect(waitedMs()).toBeLessThan(200);
    const waitedAloneMs = stopwatch();
    await ask(client).catch(() => {});
    // The tolerance of the stopwatch for a late turn of the event loop.
    expect(waitedAloneMs()).toBeLessThan(10);
    expect(server.requests).toHaveLength(10);
    expect(errors[0]).toMatchObject({ kind: "overloaded", attempts: 0 });
    expect(errors[0]?.cause).toMatchObject({ status: 503, error: "down", details: undefined });
  });

  it("is not assumed after refusals or invalid answers", async () => {
    let status = DOWN.status;
    const server = await serve((response) => {
      response.writeHead(status, DOWN.headers);
      response.end("{}");
    });
    const client = clientOf(server.url);
    for (let round = 0; round < 3; round += 1) {
      status = DOWN.status;
      for (let call = 0; call < 9; call += 1) await closing(client);
      status = round === 1 ? 200 : 403;
      expect((await closing(client)).kind).toBe(round === 1 ? "unproven" : "refused");
    }
    expect((await closing(client)).attempts).toBe(1);
  });

  it("gets one probe at a time, and all requests once a probe was answered", async () => {
    let down = true;
    let held: ServerResponse | undefined;
    const server = await serve((response) => {
      if (!down) held = response;
      else response.writeHead(DOWN.status, DOWN.headers).end();
    });
    const client = clientOf(server.url);
    for (let call = 0; call < 10; call += 1) await closing(client);
    const sent = server.requests.length;
    down = false;
    await new Promise((resolve) => setTimeout(resolve, 1_010));
    const probe = ask(client);
    await server.arrived(sent + 1);
    for (let call = 0; call < 5; call += 1) expect((await closing(client)).attempts).toBe(0);
    held?.end(ALLOW);
    expect(await probe).toMatchObject({ allowed: true });
    expect(server.requests.length).toBe(sent + 1);
    const again = ask(client);
    await server.arrived(sent + 2);
    held?.end(ALLOW);
    expect(await again).toMatchObject({ allowed: true });
  });
});
