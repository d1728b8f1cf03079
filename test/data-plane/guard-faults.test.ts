import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DataPlaneError } from "../../src/errors.ts";
import { loadRetries } from "../support/processes/loaded-retries.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { closedPort } from "../transport/test-server.ts";
import {
  ALLOW,
  type Answer,
  ask,
  clientOf,
  closeAll,
  closing,
  ID,
  serve,
  serveRaw,
} from "./guard-bench.ts";

/** How late a deadline may fire on a busy machine, including the loading of modules. */
const GRACE_MS = 3_000;

let begun: number;
let waitedMs: () => number;

beforeAll(loadRetries);

beforeEach(() => {
  begun = performance.now();
  waitedMs = stopwatch();
});

afterEach(closeAll);

const elapsed = (): number => performance.now() - begun;

describe("a guard service with short failures", () => {
  it.each([500, 502, 503, 504, 599])(
    "is asked again after %i, the first time within 100 ms",
    async (status) => {
      const times: number[] = [];
      const bodies: string[] = [];
      const server = await serve((response, attempt, body) => {
        times.push(waitedMs());
        bodies.push(body);
        response.writeHead(attempt < 3 ? status : 200);
        response.end(attempt < 3 ? "{}" : ALLOW);
      });
      expect(await ask(clientOf(server.url))).toMatchObject({ allowed: true, clientEventId: ID });
      expect(times).toHaveLength(3);
      const [first = 0, second = 0, third = 0] = times;
      // The client's own wait, at most 100 ms, is tested elsewhere; this includes the machine's
      // delay.
      expect(second - first).toBeLessThan(200);
      expect(third - second).toBeLessThan(350);
      expect(new Set(bodies).size).toBe(1);
      expect(JSON.parse(bodies[0] ?? "")).toMatchObject({ client_event_id: ID });
    },
  );

  it.each([
    ["before the answer", ""],
    ["inside the head", "HTTP/1.1 200 OK\r\nconte"],
    ["inside the body", 'HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"allowed":true}'],
    [
      "between chunks",
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10\r\n{"allowed":true}\r\n',
    ],
  ])("is asked again after a reset %s", async (_where, bytes) => {
    let attempt = 0;
    const server = await serveRaw((socket) => {
      attempt += 1;
      if (attempt === 1) socket.write(bytes, () => socket.resetAndDestroy());
      else socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${ALLOW.length}\r\n\r\n${ALLOW}`);
    });
    expect(await ask(clientOf(server.url))).toMatchObject({ allowed: true });
    expect(server.requests).toHaveLength(2);
  });

  it("stops the call if it stays down, with the last failure as the cause", async () => {
    const server = await serve((response, attempt) => {
      response.writeHead(attempt === 1 ? 500 : 502);
      response.end(JSON.stringify({ error: "down", reason: "maintenance" }));
    });
    const error = await closing(clientOf(server.url, { guardDeadlineMs: 3_000 }));
    expect(error).toMatchObject({ kind: "unreachable", retryable: true });
    expect(error.cause).toBeInstanceOf(DataPlaneError);
    expect(error.cause).toMatchObject({ status: 502, error: "down", reason: "maintenance" });
    expect(error.attempts).toBe(server.requests.length);
    expect(error.attempts).toBeGreaterThanOrEqual(3);
    expect(waitedMs()).toBeLessThan(3_000 + GRACE_MS);
  });

  it("stops the call if nothing listens, or the host name does not exist", async () => {
    const refused = new URL(`http://127.0.0.1:${await closedPort()}`);
    const error = await closing(clientOf(refused, { guardDeadlineMs: 3_000 }));
    expect(error).toMatchObject({ kind: "unreachable" });
    expect(error.attempts).toBeGreaterThanOrEqual(2);
    expect(String((error.cause as Error).message)).toContain("ECONNREFUSED");
    const nowhere = new URL("https://guard.invalid");
    expect(await closing(clientOf(nowhere, { guardDeadlineMs: 300 }))).toMatchObject({
      kind: "unreachable",
    });
  });
});

describe("a slow guard service", () => {
  it.each([
    ["headers", (socket: { write(text: string): unknown }) => socket.write("HTTP/1.1 200 OK\r\n")],
    [
      "body",
      (socket: { write(text: string): unknown }) =>
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"allowed":true}'),
    ],
    ["everything", () => {}],
  ])("with its %s is abandoned at the deadline", async (_what, talk) => {
    let isSlow = false;
    const server = await serveRaw((socket) => {
      if (isSlow) talk(socket);
      else socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${ALLOW.length}\r\n\r\n${ALLOW}`);
    });
    const client = clientOf(server.url);
    // The loading of modules at the first request does not count as the service's time.
    await ask(client);
    isSlow = true;
    const waitedMs = stopwatch();
    const since = performance.now();
    const error = await closing(client, { deadlineMs: 200 });
    expect(error).toMatchObject({ kind: "unreachable", attempts: 1 });
    expect((error.cause as Error).cause).toMatchObject({ name: "TimeoutError" });
    expect(performance.now() - since).toBeGreaterThan(190);
    expect(waitedMs()).toBeLessThan(200 + GRACE_MS);
    await server.drained();
  });

  it("cannot allow a call after its deadline", async () => {
    let answerLate: () => void = () => undefined;
    const server = await serve((response) => {
      answerLate = () => void response.end(ALLOW);
    });
    expect((await closing(clientOf(server.url, { guardDeadlineMs: 100 }))).kind).toBe(
      "unreachable",
    );
    answerLate();
  });

  it("has one deadline for all attempts, which a call can set itself", async () => {
    const server = await serve((response) => {
      setTimeout(() => {
        response.writeHead(503);
        response.end();
      }, 120);
    });
    const error = await closing(clientOf(server.url), { deadlineMs: 3_000 });
    expect(error.attempts).toBeGreaterThanOrEqual(2);
    expect(waitedMs()).toBeLessThan(3_000 + GRACE_MS);
  });

  it("has a deadline that includes the wait for the apiKey function", async () => {
    const server = await serve((response) => response.end(ALLOW));
    const apiKey = (): Promise<string> => new Promise(() => {});
    const error = await closing(clientOf(server.url, { apiKey, guardDeadlineMs: 100 }));
    expect(error).toMatchObject({ kind: "refused", attempts: 0 });
    expect(error.cause).toMatchObject({ name: "TimeoutError" });
    expect(waitedMs()).toBeLessThan(100 + GRACE_MS);
    expect(server.requests).toEqual([]);
  });
});

describe("an overloaded guard service", () => {
  const busy =
    (retryAfter: string | undefined, date?: Date): Answer =>
    (response, attempt) => {
      if (attempt > 1) {
        response.end(ALLOW);
        return;
      }
      if (date !== undefined) {
        response.sendDate = false;
        response.setHeader("date", date.toUTCString());
      }
      if (retryAfter !== undefined) response.setHeader("retry-after", retryAfter);
      response.setHeader("x-ratelimit-limit", "60");
      response.setHeader("x-ratelimit-remaining", "0");
      response.writeHead(429);
      response.end('{"error":"rate_limited"}');
    };

  it.each([
    ["as long as it asks, when that fits the deadline", "1"],
    ["a second when it does not say how long", undefined],
  ])("is waited for %s", async (_howLong, retryAfter) => {
    const server = await serve(busy(retryAfter));
    expect(await ask(clientOf(server.url))).toMatchObject({ allowed: true });
    expect(elapsed()).toBeGreaterThan(990);
    expect(server.requests).toHaveLength(2);
  });

  it("is waited for until the date it names, by its own clock", async () => {
    const theirs = Date.parse("2001-01-01T00:00:00Z");
    const server = await serve(busy(new Date(theirs + 1_000).toUTCString(), new Date(theirs)));
    expect(await ask(clientOf(server.url))).toMatchObject({ allowed: true });
    expect(elapsed()).toBeGreaterThan(990);
    expect(waitedMs()).toBeLessThan(1_000 + GRACE_MS);
  });

  it.each([
    ["more seconds than there are", "31"],
    ["a huge number", "99999999999999999999"],
    ["a date far away", new Date(Date.now() + 3_600_000).toUTCString()],
  ])("stops the call at once if it asks for %s", async (_what, retryAfter) => {
    const server = await serve(busy(retryAfter));
    const error = await closing(clientOf(server.url));
    expect(error).toMatchObject({ kind: "overloaded", attempts: 1, retryable: true });
    expect(error.cause).toMatchObject({ status: 429, rateLimit: { limit: 60, remaining: 0 } });
    expect(waitedMs()).toBeLessThan(GRACE_MS);
  });
});
