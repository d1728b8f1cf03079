import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { GuardedModelClient } from "../../src/client.ts";
import { DataPlaneError } from "../../src/errors.ts";
import { ALLOW, ask, clientOf, closeAll, closing, serve, serveRaw } from "./guard-bench.ts";
import { liveKey } from "./keys.ts";

afterEach(closeAll);

const SMALL = Buffer.from('{"allowed":false}');

describe("a guard answer without proof of an allow", () => {
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
    [
      "200 with a denial behind the end of its zlib stream",
      "unproven",
      200,
      Buffer.concat([deflateSync(ALLOW), SMALL]),
      { "content-encoding": "deflate" },
    ],
    [
      "200 with a denial behind the end of its deflate stream",
      "unproven",
      200,
      Buffer.concat([deflateRawSync(ALLOW), SMALL]),
      { "content-encoding": "deflate" },
    ],
    [
      "200 with a denial behind the end of its brotli stream",
      "unproven",
      200,
      Buffer.concat([brotliCompressSync(ALLOW), SMALL]),
      { "content-encoding": "br" },
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
  ])("stops the call at once: %s", async (_what, kind, status, body, headers) => {
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

  it("is told as too large, with what to do about it, if it has a rewrite that long", async () => {
    const server = await serve((response) => {
      response.end(JSON.stringify({ allowed: true, transformed_input: "x".repeat(1024 * 1024) }));
    });
    const { cause } = await closing(clientOf(server.url));
    // Over HTTP nobody sees the cause.
    for (const told of [(cause as Error).message, await messageOfCall(server.url)]) {
      expect(told).toMatch(/larger than 1 MiB.*send less text.*guardScope/);
    }
  });

  it("is told with what it lacks", async () => {
    const server = await serve((response) => response.end('{"allowed":1}'));
    expect(await messageOfCall(server.url)).toMatch(/it does not say allowed: true.*baseURL/);
  });

  it.each([301, 302, 303, 307, 308])("redirect %i: its target gets no request", async (status) => {
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

  it("is refused if the app's own fetch has followed a redirect", async () => {
    const target = await serve((response) => response.end(ALLOW));
    const server = await serve((response) => {
      response.writeHead(307, { location: `${target.url.href}api/v1/guard` }).end();
    });
    const following: typeof fetch = (input, init) => fetch(input, { ...init, redirect: "follow" });
    const error = await closing(clientOf(server.url, { fetch: following }));
    expect(error).toMatchObject({ kind: "refused", attempts: 1, retryable: false });
    expect(error.cause).toMatchObject({ message: expect.stringContaining("redirect") });
  });

  it.each([
    [201, "unproven"],
    [202, "unproven"],
    [204, "unproven"],
    [206, "unproven"],
    [403, "refused"],
  ])("with status %i is judged by that if its body broke off", async (status, kind) => {
    const server = await serveRaw((socket) =>
      socket.end(`HTTP/1.1 ${status} Said\r\ncontent-length: 900\r\n\r\n{`),
    );
    const error = await closing(clientOf(server.url));
    expect(error).toMatchObject({ kind, attempts: 1, retryable: false });
    expect(error.cause).toMatchObject({ status });
  });
});

/** The message of the error that a guarded call ends with. */
async function messageOfCall(url: URL): Promise<string> {
  const settings = { baseURL: url.href, apiKey: liveKey, guardDeadlineMs: 30_000 };
  await using guard = new GuardedModelClient(settings);
  const call = guard.call({ model: "m", input: "hello", execute: () => "never" });
  return call.then(
    () => "",
    (error: Error) => error.message,
  );
}

describe("a guard denial", () => {
  it.each<[number, string | Buffer]>([
    [200, '{"allowed":false,"reason":"policy"}'],
    [201, '{"allowed":false,"reason":"policy"}'],
    [307, '{"allowed":false,"reason":"policy"}'],
    [403, '{"allowed":false,"reason":"policy","client_event_id":"other"}'],
    [429, '{"allowed":false,"reason":"policy"}'],
    [503, '{"allowed":false,"reason":"policy","transformed_input":3}'],
    [200, Buffer.from('{"allowed":false,"reason":"policy","x":"\xff"}', "latin1")],
  ])("is respected with status %i and whatever else is wrong", async (status, body) => {
    const server = await serve((response) => {
      response.writeHead(status, { location: "http://127.0.0.1:1/" });
      response.end(body);
    });
    expect(await ask(clientOf(server.url))).toMatchObject({ allowed: false, reason: "policy" });
    expect(server.requests).toHaveLength(1);
  });

  const HEAD = "HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n";
  const CHUNK = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n200000\r\n";

  const DECLARED = `HTTP/1.1 200 OK\r\ncontent-length: ${2 ** 21 + 34}\r\n\r\n`;
  const DENIAL = '{"allowed":false,"pad":"';

  it.each<[string, string, "end" | "write"]>([
    ["whose connection breaks off", `${HEAD}{"allowed":false}`, "end"],
    ["that breaks off after the word", `${HEAD}{"allowed":false,"reason":"po`, "end"],
    ["that stalls", `${HEAD}{"reason":"policy","allowed" : false ,`, "write"],
    ["that is too large", `${CHUNK}{"allowed":false,"pad":"${"x".repeat(2 ** 20)}`, "write"],
    ["that declares to be too large", `${DECLARED}${DENIAL}${"x".repeat(2 ** 21)}`, "write"],
    ["that is too large at once", `${DECLARED}${DENIAL}${"x".repeat(2 ** 21)}"}`, "end"],
    ["with words behind it", `${HEAD.replace("900", "19")}{"allowed":false};;`, "end"],
  ])("is respected in an answer %s", async (how, bytes, send) => {
    const server = await serveRaw((socket) => socket[send](bytes));
    for (const own of [undefined, fetch]) {
      const client = clientOf(server.url, { fetch: own });
      const asked = await ask(client, { deadlineMs: how === "that stalls" ? 2_000 : 30_000 });
      expect(asked).toMatchObject({ allowed: false });
    }
  });

  const LARGE = Buffer.from(`{"allowed":false,"pad":"${"x".repeat(2 ** 20)}"}`);

  it.each<[string, string, Buffer]>([
    ["compressed, and whose connection breaks off", "gzip", gzipSync(SMALL)],
    ["compressed, and cut off", "gzip", gzipSync(SMALL).subarray(0, -8)],
    ["in the zlib format, and cut off", "deflate", deflateSync(SMALL).subarray(0, -4)],
    ["in the raw format, and whose connection breaks off", "deflate", deflateRawSync(SMALL)],
    ["compressed with brotli, and whose connection breaks off", "br", brotliCompressSync(SMALL)],
    ["compressed twice", "br, gzip", gzipSync(brotliCompressSync(SMALL)).subarray(0, -8)],
    ["compressed, and too large", "gzip", gzipSync(LARGE)],
    ["decoded by a proxy that did not say so", "gzip", SMALL],
    ["declared to have an unknown coding", "rot13", SMALL],
  ])("is one in an answer that is %s", async (_how, coding, body) => {
    for (const [status, missing] of [
      [200, 0],
      [200, 9],
      [503, 0],
    ] as const) {
      const length = body.length + missing;
      const head = `HTTP/1.1 ${status} X\r\ncontent-encoding: ${coding}\r\ncontent-length: ${length}\r\n\r\n`;
      const server = await serveRaw((socket) =>
        socket.end(Buffer.concat([Buffer.from(head), body])),
      );
      expect(await ask(clientOf(server.url))).toMatchObject({ allowed: false });
      expect(server.requests).toHaveLength(1);
    }
  });
});
