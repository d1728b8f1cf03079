import { getEventListeners } from "node:events";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Transport, TransportRequest } from "../../src/transport/transport.ts";
import { collectGarbageThoroughly } from "../support/processes/collect-garbage.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { closedPort, startHttp, startRaw, type TestServer } from "./test-server.ts";

const JSON_TYPE = { "content-type": "application/json" };

/** What every transport promises, whatever carries its bytes. */
export function describeTransport(name: string, create: (baseURL: URL) => Transport): void {
  describe(name, () => {
    const opened: { close(): Promise<void> }[] = [];
    let started: number;
    let waitedMs: () => number;

    beforeEach(() => {
      started = performance.now();
      waitedMs = stopwatch();
    });

    afterEach(async () => {
      for (const each of opened.splice(0).reverse()) await each.close();
    });

    const http = async (...args: Parameters<typeof startHttp>): Promise<TestServer> => {
      const server = await startHttp(...args);
      opened.push(server);
      return server;
    };
    const raw = async (...args: Parameters<typeof startRaw>): Promise<TestServer> => {
      const server = await startRaw(...args);
      opened.push(server);
      return server;
    };
    const transportTo = (url: URL): Transport => {
      const transport = create(url);
      opened.push(transport);
      return transport;
    };
    const elapsed = (): number => performance.now() - started;

    it("sends method, path, headers and body as given, and reads the whole answer", async () => {
      const server = await http((request, response) => {
        let body = "";
        request.setEncoding("utf8");
        request.on("data", (chunk: string) => {
          body += chunk;
        });
        request.on("end", () => {
          response.writeHead(200, { ...JSON_TYPE, "x-ratelimit-limit": "7" });
          response.end(JSON.stringify({ key: request.headers["x-service-api-key"], body }));
        });
      });
      const answer = await transportTo(server.url).send(
        post({ path: "/base/api", headers: { "x-service-api-key": "k" }, body: "grüße 😀" }),
      );
      expect(answer).toMatchObject({ ok: true, status: 200 });
      if (!answer.ok) return;
      expect(JSON.parse(answer.body)).toEqual({ key: "k", body: "grüße 😀" });
      expect(answer.headers["x-ratelimit-limit"]).toBe("7");
      expect(server.requests).toEqual(["POST /base/api"]);
    });

    it("sends a GET without a body", async () => {
      const server = await http((request, response) => {
        response.end(`${request.method} ${request.headers["content-length"] ?? "none"}`);
      });
      const answer = await transportTo(server.url).send({
        ...post(),
        method: "GET",
        body: undefined,
      });
      expect(answer).toMatchObject({ ok: true, body: "GET none" });
    });

    it("returns any status as it is, including redirects, and follows none", async () => {
      const target = await http((_request, response) => response.end("{}"));
      const statuses = [201, 204, 301, 302, 303, 307, 308, 400, 429, 500, 503];
      let next = 0;
      const server = await http((_request, response) => {
        response.writeHead(statuses[next++] ?? 200, { location: target.url.href });
        response.end();
      });
      const transport = transportTo(server.url);
      const seen: unknown[] = [];
      for (const _ of statuses) {
        const answer = await transport.send(post());
        seen.push(answer.ok ? answer.status : answer);
      }
      expect(seen).toEqual(statuses);
      expect(target.requests).toEqual([]);
    });

    it.each([
      ["gzip", gzipSync],
      ["x-gzip", gzipSync],
      ["deflate", deflateSync],
      ["br", brotliCompressSync],
    ])("decodes a body with the content-encoding %s", async (coding, encode) => {
      const server = await http((_request, response) => {
        response.writeHead(200, { "content-encoding": coding });
        response.end(encode(Buffer.from('{"allowed":true}')));
      });
      const answer = await transportTo(server.url).send(post());
      expect(answer).toMatchObject({ ok: true, body: '{"allowed":true}' });
    });

    it("decodes a raw deflate stream", async () => {
      const server = await http((_request, response) => {
        response.writeHead(200, { "content-encoding": "deflate" });
        response.end(deflateRawSync(Buffer.from("bare")));
      });
      expect(await transportTo(server.url).send(post())).toMatchObject({ ok: true, body: "bare" });
    });

    it("reads an answer without a body as empty, whatever coding its headers name", async () => {
      const server = await http((_request, response) => {
        response.writeHead(503, { "content-encoding": "gzip", "retry-after": "7" });
        response.end();
      });
      const answer = await transportTo(server.url).send(post());
      expect(answer).toMatchObject({ ok: true, status: 503, body: "" });
      expect(answer.headers?.["retry-after"]).toBe("7");
    });

    it("reports a body with a broken coding as undecodable", async () => {
      const server = await http((_request, response) => {
        response.writeHead(200, { "content-encoding": "gzip" });
        response.end("not gzip at all");
      });
      expect(await transportTo(server.url).send(post())).toMatchObject({
        ok: false,
        reason: "undecodable",
        status: 200,
      });
    });

    it("reports a body that is not UTF-8 as undecodable, with its decoded text", async () => {
      const server = await http((_request, response) =>
        response.end(Buffer.from([0x61, 0xff, 0x62])),
      );
      expect(await transportTo(server.url).send(post())).toMatchObject({
        ok: false,
        reason: "undecodable",
        status: 200,
        flawedBody: "a\ufffdb",
      });
    });

    it("accepts a body of exactly the allowed size, and refuses one byte more", async () => {
      let size = 1_000;
      const server = await http((_request, response) => {
        response.write("x".repeat(size - 1));
        response.end("x");
      });
      const transport = transportTo(server.url);
      const whole = await transport.send(post({ maxBytes: 1_000 }));
      expect(whole.ok && whole.body.length).toBe(1_000);
      size = 1_001;
      expect(await transport.send(post({ maxBytes: 1_000 }))).toMatchObject({
        ok: false,
        reason: "too_large",
        status: 200,
      });
    });

    it("stops reading an endless body at the limit", async () => {
      const server = await http((_request, response) => {
        const block = "x".repeat(64 * 1024);
        const pump = (): void => {
          while (response.write(block));
          response.once("drain", pump);
        };
        pump();
      });
      const answer = await transportTo(server.url).send(post({ maxBytes: 1024 * 1024 }));
      expect(answer).toMatchObject({ ok: false, reason: "too_large" });
      await server.drained();
    });

    it("refuses a small gzip body that decodes to hundreds of megabytes", async () => {
      const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
      const server = await http((_request, response) => {
        response.writeHead(200, { "content-encoding": "gzip" });
        response.end(bomb);
      });
      const answer = await transportTo(server.url).send(post({ maxBytes: 1024 * 1024 }));
      expect(answer).toMatchObject({ ok: false, reason: "too_large", status: 200 });
    });

    it("keeps the part within the limit of a body that declares a larger size", async () => {
      const server = await http((_request, response) => {
        response.writeHead(200, { "content-length": "2000000" });
        response.end("x".repeat(2_000_000));
      });
      const answer = await transportTo(server.url).send(post({ maxBytes: 1_000 }));
      expect(answer).toMatchObject({ ok: false, reason: "too_large" });
      expect(answer).toHaveProperty("flawedBody", "x".repeat(1_000));
    });

    it("says of the part of a body that broke off that it is only a part", async () => {
      const server = await raw((socket) =>
        socket.end('HTTP/1.1 409 Conflict\r\ncontent-length: 200\r\n\r\n{"error":"conflict"'),
      );
      expect(await transportTo(server.url).send(post())).toMatchObject({
        ok: false,
        reason: "connection",
        status: 409,
        flawedBody: '{"error":"conflict"',
        isPartial: true,
      });
    });

    it("ignores interim answers", async () => {
      const server = await raw((socket) => {
        socket.write("HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n");
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
      });
      expect(await transportTo(server.url).send(post())).toMatchObject({
        ok: true,
        status: 200,
        body: "{}",
      });
    });

    it.each([
      ["before the answer", ""],
      ["inside the head", "HTTP/1.1 200 OK\r\ncontent-le"],
      [
        "inside a body of known length",
        'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"allowed":true}',
      ],
      [
        "inside a chunked body",
        'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10\r\n{"allowed":true}',
      ],
      [
        "between the chunks",
        'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10\r\n{"allowed":true}\r\n',
      ],
    ])("reports a connection closed %s", async (_where, bytes) => {
      const server = await raw((socket) => socket.end(bytes));
      expect(await transportTo(server.url).send(post())).toMatchObject({
        ok: false,
        reason: "connection",
      });
    });

    it("reports a connection closed after an interim answer as one without any answer", async () => {
      const server = await raw((socket) =>
        socket.end("HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n"),
      );
      const answer = await transportTo(server.url).send(post());
      expect(answer).toMatchObject({ ok: false, reason: "connection" });
      expect(answer.status).toBe(undefined);
    });

    it("reports a reset, an invalid answer and a refused connection", async () => {
      const resetting = await raw((socket) => socket.resetAndDestroy());
      const garbled = await raw((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n\r\n"));
      const refused = new URL(`http://127.0.0.1:${await closedPort()}`);
      for (const url of [resetting.url, garbled.url, refused]) {
        const answer = await transportTo(url).send(post());
        expect(answer).toMatchObject({ ok: false, reason: "connection" });
      }
    });

    it("reports a host that does not exist", async () => {
      const answer = await transportTo(new URL("http://nowhere.invalid")).send(post());
      expect(answer).toMatchObject({ ok: false, reason: "connection" });
    });

    it.each([
      ["that never answers", ""],
      ["that stalls inside the head", "HTTP/1.1 200 OK\r\ncontent-"],
      [
        "that stalls inside the body",
        'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"allowed":true',
      ],
    ])(
      "settles at the deadline with a server %s, and closes the connection",
      async (_how, bytes) => {
        const server = await raw((socket) => socket.write(bytes));
        const answer = await transportTo(server.url).send(post({ timeoutMs: 150 }));
        expect(answer).toMatchObject({ ok: false, reason: "deadline" });
        expect(elapsed()).toBeGreaterThan(140);
        expect(waitedMs()).toBeLessThan(400);
        await server.drained();
      },
    );

    it("settles at the deadline however slowly a body arrives", async () => {
      const server = await http((_request, response) => {
        const timer = setInterval(() => response.write("x"), 20);
        response.on("close", () => clearInterval(timer));
      });
      const answer = await transportTo(server.url).send(post({ timeoutMs: 1_000 }));
      expect(answer).toMatchObject({ ok: false, reason: "deadline", status: 200 });
      expect(waitedMs()).toBeLessThan(1_250);
    });

    it("limits a deadline beyond a timer's maximum to that maximum", async () => {
      const server = await http((_request, response) => setTimeout(() => response.end("late"), 60));
      const answer = await transportTo(server.url).send(post({ timeoutMs: 2 ** 31 + 5 }));
      expect(answer).toMatchObject({ ok: true, body: "late" });
    });

    it("settles an aborted request at once with the signal's own reason", async () => {
      const server = await http(() => {});
      const transport = transportTo(server.url);
      const controller = new AbortController();
      const pending = transport.send(post({ signal: controller.signal }));
      await server.arrived(1);
      const waitedMs = stopwatch();
      const reason = new Error("enough");
      controller.abort(reason);
      expect(await pending).toEqual({ ok: false, reason: "aborted", cause: reason });
      expect(waitedMs()).toBeLessThan(50);
      await server.drained();
    });

    it("sends nothing if the signal has aborted already", async () => {
      const server = await http((_request, response) => response.end());
      const answer = await transportTo(server.url).send(post({ signal: AbortSignal.abort("no") }));
      expect(answer).toEqual({ ok: false, reason: "aborted", cause: "no" });
      expect(server.requests).toEqual([]);
    });

    it("settles an abort at any time of a request, and the next request works", async () => {
      const server = await http((_request, response) => {
        response.write("{");
        setTimeout(() => response.end("}"), 10);
      });
      const transport = transportTo(server.url);
      for (let delay = 0; delay < 24; delay += 1) {
        const controller = new AbortController();
        const pending = transport.send(post({ signal: controller.signal }));
        await new Promise((resolve) => setTimeout(resolve, delay));
        const waitedMs = stopwatch();
        controller.abort("moment");
        const answer = await pending;
        expect(waitedMs()).toBeLessThan(50);
        if (!answer.ok) expect(answer).toMatchObject({ reason: "aborted", cause: "moment" });
      }
      expect(await transport.send(post())).toMatchObject({ ok: true, body: "{}" });
    });

    it("keeps nothing of a request that has its answer, on its signal or elsewhere", async () => {
      const server = await http((_request, response) => response.end("{}"));
      await expectNothingKept(transportTo(server.url));
    });

    it("settles pending requests at close, refuses later ones, and can close twice", async () => {
      const server = await http(() => {});
      const transport = transportTo(server.url);
      const pending = transport.send(post());
      await server.arrived(1);
      await Promise.all([transport.close(), transport.close()]);
      expect(await pending).toMatchObject({ ok: false, reason: "aborted" });
      expect(await transport.send(post())).toMatchObject({ ok: false, reason: "aborted" });
      await server.drained();
    });
  });
}

/** Fails if requests, whose bodies are prompts, stay in memory after their answers. */
export async function expectNothingKept(transport: Transport): Promise<void> {
  const { signal } = new AbortController();
  const send = async (): Promise<WeakRef<TransportRequest>> => {
    const request = post({ signal });
    expect(await transport.send(request)).toMatchObject({ ok: true });
    return new WeakRef(request);
  };
  const requests = [await send(), await send(), await send()];
  expect(getEventListeners(signal, "abort")).toEqual([]);
  // An idle connection may refer to what it has carried last.
  await collectGarbageThoroughly();
  const kept = requests.filter((request) => request.deref() !== undefined);
  expect(kept.length).toBeLessThanOrEqual(1);
}

/** A small request; any field can be replaced. */
export function post(changes: Partial<TransportRequest> = {}): TransportRequest {
  return {
    method: "POST",
    path: "/api/v1/guard",
    headers: { "content-type": "application/json" },
    body: "{}",
    timeoutMs: 30_000,
    maxBytes: 1024 * 1024,
    holdProcess: true,
    ...changes,
  };
}
