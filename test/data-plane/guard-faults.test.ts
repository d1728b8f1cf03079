import type { IncomingMessage, ServerResponse } from "node:http";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DataPlaneClient, type GuardOptions } from "../../src/data-plane/data-plane-client.ts";
import type { DataPlaneClientOptions } from "../../src/data-plane/data-plane-options.ts";
import { DataPlaneError, GuardUnavailableError } from "../../src/errors.ts";
import { closedPort, startHttp, startRaw, type TestServer } from "../transport/test-server.ts";
import { liveKey } from "./keys.ts";

const ID = "6d1f2a4e-9c1b-4e57-8f0e-0a3c5b7d9e11";
const ALLOW = JSON.stringify({ allowed: true });
const opened: { close(): Promise<void> }[] = [];
let begun: number;

beforeEach(() => {
  begun = performance.now();
});

afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

type Answer = (response: ServerResponse, attempt: number, request: IncomingMessage) => void;

async function serve(answer: Answer): Promise<TestServer> {
  let attempt = 0;
  const server = await startHttp((request, response) => {
    request.resume();
    request.on("end", () => answer(response, ++attempt, request));
  });
  opened.push(server);
  return server;
}

async function serveRaw(...args: Parameters<typeof startRaw>): Promise<TestServer> {
  const server = await startRaw(...args);
  opened.push(server);
  return server;
}

function clientOf(url: URL, options: DataPlaneClientOptions = {}): DataPlaneClient {
  const client = new DataPlaneClient({ baseURL: url.href, apiKey: liveKey, ...options });
  opened.push(client);
  return client;
}

const ask = (client: DataPlaneClient, options?: GuardOptions) =>
  client.guard({ input: "hello", model: "m", clientEventId: ID }, options);

/** The error that closed the phase; nothing of it shows the key. */
async function closing(
  client: DataPlaneClient,
  options?: GuardOptions,
): Promise<GuardUnavailableError> {
  const error: unknown = await ask(client, options).then(
    (answer) => new Error(`There was an answer: ${inspect(answer)}`),
    (rejection: unknown) => rejection,
  );
  if (!(error instanceof GuardUnavailableError)) throw error;
  expect(inspect(error, { depth: 12, showHidden: true })).not.toContain(liveKey);
  expect(error.clientEventId).toBe(ID);
  return error;
}

const elapsed = (): number => performance.now() - begun;

describe("a service that stumbles", () => {
  it.each([500, 502, 503, 504, 599])(
    "is asked again after %i, the first time within 100 ms",
    async (status) => {
      const times: number[] = [];
      const bodies: string[] = [];
      const server = await startHttp((request, response) => {
        times.push(performance.now());
        let body = "";
        request.on("data", (chunk: Buffer) => {
          body += chunk.toString();
        });
        request.on("end", () => {
          bodies.push(body);
          response.writeHead(times.length < 3 ? status : 200);
          response.end(times.length < 3 ? "{}" : ALLOW);
        });
      });
      opened.push(server);
      expect(await ask(clientOf(server.url))).toMatchObject({ allowed: true, clientEventId: ID });
      expect(times).toHaveLength(3);
      const [first = 0, second = 0, third = 0] = times;
      expect(second - first).toBeLessThan(100);
      expect(third - second).toBeLessThan(250);
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

  it("closes the call when it stays down, with the last failure as the cause", async () => {
    const server = await serve((response, attempt) => {
      response.writeHead(attempt === 1 ? 500 : 502);
      response.end(JSON.stringify({ error: "down", reason: "maintenance" }));
    });
    const error = await closing(clientOf(server.url, { guardDeadlineMs: 400 }));
    expect(error).toMatchObject({ kind: "unreachable", retryable: true });
    expect(error.cause).toBeInstanceOf(DataPlaneError);
    expect(error.cause).toMatchObject({ status: 502, error: "down", reason: "maintenance" });
    expect(error.attempts).toBe(server.requests.length);
    expect(error.attempts).toBeGreaterThanOrEqual(3);
    expect(elapsed()).toBeLessThan(500);
  });

  it("closes the call when nobody listens, or the name does not exist", async () => {
    const refused = new URL(`http://127.0.0.1:${await closedPort()}`);
    const error = await closing(clientOf(refused, { guardDeadlineMs: 300 }));
    expect(error).toMatchObject({ kind: "unreachable" });
    expect(error.attempts).toBeGreaterThanOrEqual(2);
    expect(String((error.cause as Error).message)).toContain("ECONNREFUSED");
    const nowhere = new URL("https://guard.invalid");
    expect(await closing(clientOf(nowhere, { guardDeadlineMs: 300 }))).toMatchObject({
      kind: "unreachable",
    });
  });
});

describe("a service that is slow", () => {
  it.each([
    ["headers", (socket: { write(text: string): unknown }) => socket.write("HTTP/1.1 200 OK\r\n")],
    [
      "body",
      (socket: { write(text: string): unknown }) =>
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"allowed":true}'),
    ],
    ["everything", () => {}],
  ])("with its %s is left at the deadline", async (_what, talk) => {
    const server = await serveRaw(talk);
    const error = await closing(clientOf(server.url, { guardDeadlineMs: 200 }));
    expect(error).toMatchObject({ kind: "unreachable", attempts: 1 });
    expect((error.cause as Error).cause).toMatchObject({ name: "TimeoutError" });
    expect(elapsed()).toBeGreaterThan(190);
    expect(elapsed()).toBeLessThan(300);
    await server.drained();
  });

  it("cannot allow a call after its deadline", async () => {
    let answered: () => void = () => {};
    const wasAnswered = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const server = await serve((response) => {
      setTimeout(() => {
        response.end(ALLOW);
        answered();
      }, 200);
    });
    expect((await closing(clientOf(server.url, { guardDeadlineMs: 100 }))).kind).toBe(
      "unreachable",
    );
    await wasAnswered;
  });

  it("has one deadline over all attempts, which a call may set for itself", async () => {
    const server = await serve((response) => {
      setTimeout(() => {
        response.writeHead(503);
        response.end();
      }, 120);
    });
    const error = await closing(clientOf(server.url), { deadlineMs: 300 });
    expect(error.attempts).toBe(2);
    expect(elapsed()).toBeLessThan(400);
  });

  it("is waited for by a function that gives the key no longer than that either", async () => {
    const server = await serve((response) => response.end(ALLOW));
    const apiKey = (): Promise<string> => new Promise(() => {});
    const error = await closing(clientOf(server.url, { apiKey, guardDeadlineMs: 100 }));
    expect(error).toMatchObject({ kind: "refused", attempts: 0 });
    expect(error.cause).toMatchObject({ name: "TimeoutError" });
    expect(elapsed()).toBeLessThan(200);
    expect(server.requests).toEqual([]);
  });
});

describe("an answer that proves nothing", () => {
  it.each<[string, string, number, string | Buffer, Record<string, string>]>([
    ["200 without a word", "unproven", 200, "{}", {}],
    ["200 with HTML", "unproven", 200, "<html></html>", {}],
    [
      "200 with another call's id",
      "unproven",
      200,
      JSON.stringify({ allowed: true, client_event_id: "x" }),
      {},
    ],
    ["200 with an unknown coding", "unproven", 200, ALLOW, { "content-encoding": "rot13" }],
    ["200 with a broken coding", "unproven", 200, ALLOW, { "content-encoding": "gzip" }],
    [
      "200 that is not UTF-8",
      "unproven",
      200,
      Buffer.from('{"allowed":true,"reason":"\xff"}', "latin1"),
      {},
    ],
    [
      "200 that is too large",
      "unproven",
      200,
      `{"allowed":true,"pad":"${"x".repeat(1024 * 1024)}"}`,
      {},
    ],
    [
      "200 that decodes to 200 MB",
      "unproven",
      200,
      gzipSync(Buffer.alloc(200 * 1024 * 1024)),
      { "content-encoding": "gzip" },
    ],
    ["201", "unproven", 201, ALLOW, {}],
    ["202", "unproven", 202, ALLOW, {}],
    ["204", "unproven", 204, "", {}],
    ["206", "unproven", 206, ALLOW, {}],
    ["300", "refused", 300, ALLOW, {}],
    ["304", "refused", 304, "", {}],
    ["400", "refused", 400, '{"error":"bad"}', {}],
    ["401", "refused", 401, ALLOW, {}],
    ["403", "refused", 403, ALLOW, {}],
    ["404", "refused", 404, "<html></html>", {}],
    ["408", "refused", 408, "", {}],
    ["413", "refused", 413, "{}", {}],
    ["451", "refused", 451, "{}", {}],
  ])("closes the call at once: %s", async (_what, kind, status, body, headers) => {
    const server = await serve((response) => {
      response.writeHead(status, headers);
      response.end(body);
    });
    const error = await closing(clientOf(server.url));
    expect(error).toMatchObject({ kind, attempts: 1, retryable: false });
    expect(error.cause).toBeInstanceOf(DataPlaneError);
    expect(error.cause).toMatchObject({ status });
    expect(server.requests).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])("redirect %i: its target sees no request", async (status) => {
    const target = await serve((response) => response.end(ALLOW));
    const server = await serve((response) => {
      response.writeHead(status, { location: `${target.url.href}api/v1/guard` });
      response.end();
    });
    const error = await closing(clientOf(server.url));
    expect(error).toMatchObject({ kind: "refused", attempts: 1 });
    expect(error.cause).toMatchObject({ status });
    expect(target.requests).toEqual([]);
  });

  it("takes the status of an answer that broke off for what it says", async () => {
    const server = await serveRaw((socket) =>
      socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 900\r\n\r\n{"),
    );
    const error = await closing(clientOf(server.url));
    expect(error).toMatchObject({ kind: "refused", attempts: 1 });
    expect(error.cause).toMatchObject({ status: 403 });
  });
});

describe("a denial", () => {
  it.each<[number, string | Buffer]>([
    [200, '{"allowed":false,"reason":"policy"}'],
    [201, '{"allowed":false,"reason":"policy"}'],
    [307, '{"allowed":false,"reason":"policy"}'],
    [403, '{"allowed":false,"reason":"policy","client_event_id":"other"}'],
    [429, '{"allowed":false,"reason":"policy"}'],
    [503, '{"allowed":false,"reason":"policy","transformed_input":3}'],
    [200, Buffer.from('{"allowed":false,"reason":"policy","x":"\xff"}', "latin1")],
  ])("is one with status %i and whatever else is wrong", async (status, body) => {
    const server = await serve((response) => {
      response.writeHead(status, { location: "http://127.0.0.1:1/" });
      response.end(body);
    });
    expect(await ask(clientOf(server.url))).toMatchObject({ allowed: false, reason: "policy" });
    expect(server.requests).toHaveLength(1);
  });
});

describe("a service that has too much to do", () => {
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

  it("is waited for as long as it asks, when that fits the deadline", async () => {
    const server = await serve(busy("1"));
    expect(await ask(clientOf(server.url))).toMatchObject({ allowed: true });
    expect(elapsed()).toBeGreaterThan(990);
    expect(server.requests).toHaveLength(2);
  });

  it("is waited for until the date it names, by its own clock", async () => {
    const theirs = Date.parse("2001-01-01T00:00:00Z");
    const server = await serve(busy(new Date(theirs + 1_000).toUTCString(), new Date(theirs)));
    expect(await ask(clientOf(server.url))).toMatchObject({ allowed: true });
    expect(elapsed()).toBeGreaterThan(990);
    expect(elapsed()).toBeLessThan(2_000);
  });

  it.each([
    ["more seconds than there are", "2"],
    ["a huge number", "99999999999999999999"],
    ["a date far away", new Date(Date.now() + 3_600_000).toUTCString()],
    ["nothing at all, which means a second", undefined],
  ])("closes the call at once when it asks for %s", async (_what, retryAfter) => {
    const server = await serve(busy(retryAfter));
    const error = await closing(clientOf(server.url, { guardDeadlineMs: 900 }));
    expect(error).toMatchObject({ kind: "overloaded", attempts: 1, retryable: true });
    expect(error.cause).toMatchObject({ status: 429, rateLimit: { limit: 60, remaining: 0 } });
    expect(elapsed()).toBeLessThan(300);
  });
});

describe("an abort", () => {
  it("rejects with its own reason within 50 ms at every moment: asking, answering, waiting", async () => {
    const server = await serve((response, attempt) => {
      if (attempt % 2 === 1) response.writeHead(500);
      response.write(" ");
      setTimeout(() => response.end(attempt % 2 === 1 ? "{}" : ALLOW), 15);
    });
    const client = clientOf(server.url);
    for (let delay = 0; delay < 120; delay += 8) {
      const controller = new AbortController();
      const reason = new Error(`after ${delay} ms`);
      const asked = ask(client, { signal: controller.signal }).catch((error: unknown) => error);
      await new Promise((resolve) => setTimeout(resolve, delay));
      const aborted = performance.now();
      controller.abort(reason);
      const outcome = await asked;
      expect(performance.now() - aborted).toBeLessThan(50);
      if (!(outcome instanceof Error)) expect(outcome).toMatchObject({ allowed: true });
      else expect(outcome).toBe(reason);
    }
  });

  it("before the call sends nothing, and in a wait for a key neither", async () => {
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

describe("a service that is down for long", () => {
  it("is not asked any more after ten failed calls, and the refusal takes less than a millisecond", async () => {
    const server = await serve((response) => {
      response.writeHead(500);
      response.end('{"error":"down","details":{"quoted":"another call"}}');
    });
    const client = clientOf(server.url);
    for (let call = 0; call < 10; call += 1) await closing(client, { deadlineMs: 30 });
    const sent = server.requests.length;
    const started = performance.now();
    const errors: GuardUnavailableError[] = [];
    for (let call = 0; call < 20; call += 1) errors.push(await closing(client));
    expect(performance.now() - started).toBeLessThan(200);
    const quickest = performance.now();
    await ask(client).catch(() => {});
    expect(performance.now() - quickest).toBeLessThan(5);
    expect(server.requests.length).toBe(sent);
    expect(errors[0]).toMatchObject({ kind: "unreachable", attempts: 0 });
    expect(errors[0]?.cause).toMatchObject({ status: 500, error: "down", details: undefined });
  });

  it("is not taken for down by calls that it refused or answered with nonsense", async () => {
    let status = 500;
    const server = await serve((response) => {
      response.writeHead(status);
      response.end("{}");
    });
    const client = clientOf(server.url);
    for (let round = 0; round < 3; round += 1) {
      status = 500;
      for (let call = 0; call < 9; call += 1) await closing(client, { deadlineMs: 30 });
      status = round === 1 ? 200 : 403;
      expect((await closing(client)).kind).toBe(round === 1 ? "unproven" : "refused");
    }
    expect((await closing(client)).attempts).toBe(1);
  });

  it("is asked by one probe at a time, and by everybody once the probe was answered", async () => {
    let down = true;
    let held: ServerResponse | undefined;
    const server = await serve((response) => {
      if (!down) held = response;
      else response.writeHead(500).end();
    });
    const client = clientOf(server.url);
    for (let call = 0; call < 10; call += 1) await closing(client, { deadlineMs: 30 });
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
