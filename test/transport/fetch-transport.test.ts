import { PassThrough, Readable } from "node:stream";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFetchTransport } from "../../src/transport/fetch-transport.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { startHttp } from "./test-server.ts";
import { post } from "./transport-contract.ts";

const BASE = "https://guard.example";
const baseURL = new URL(`${BASE}/prefix`);

describe("the fetch transport with an intercepted fetch", () => {
  const worker = setupServer(
    http.post(`${BASE}/api/v1/guard`, async ({ request }) =>
      HttpResponse.json({ got: await request.text(), auth: request.headers.get("authorization") }),
    ),
    http.post(`${BASE}/moved`, () => HttpResponse.redirect(`${BASE}/target`, 307)),
    http.post(`${BASE}/broken`, () => HttpResponse.error()),
    http.post(`${BASE}/endless`, () => new Promise<never>(() => {})),
  );
  const seen: string[] = [];
  worker.events.on("request:start", ({ request }) => {
    seen.push(new URL(request.url).pathname);
  });

  beforeAll(() => worker.listen({ onUnhandledRequest: "error" }));
  afterAll(() => worker.close());

  it("is seen by msw, with body and headers", async () => {
    const transport = createFetchTransport({ baseURL, fetch });
    const answer = await transport.send(
      post({ headers: { authorization: "Bearer k" }, body: "b" }),
    );
    expect(answer).toMatchObject({ ok: true, status: 200, body: '{"got":"b","auth":"Bearer k"}' });
  });

  it("returns a redirect and does not follow it", async () => {
    const transport = createFetchTransport({ baseURL, fetch });
    expect(await transport.send(post({ path: "/moved" }))).toMatchObject({ ok: true, status: 307 });
    expect(seen).not.toContain("/target");
  });

  it("reports a failed fetch as a broken connection", async () => {
    const transport = createFetchTransport({ baseURL, fetch });
    const answer = await transport.send(post({ path: "/broken" }));
    expect(answer).toMatchObject({ ok: false, reason: "connection" });
  });

  it("settles at its deadline whatever the interceptor does", async () => {
    const transport = createFetchTransport({ baseURL, fetch });
    const answer = await transport.send(post({ path: "/endless", timeoutMs: 50 }));
    expect(answer).toMatchObject({ ok: false, reason: "deadline" });
  });
});

describe("the fetch transport with an unusual fetch", () => {
  it("settles at once if the fetch ignores its signal, and cancels a late body", async () => {
    let cancelled: unknown;
    let respond: (response: Response) => void = () => {};
    const deaf = (() =>
      new Promise<Response>((resolve) => {
        respond = resolve;
      })) as typeof fetch;
    const transport = createFetchTransport({ baseURL, fetch: deaf });
    const controller = new AbortController();
    const pending = transport.send(post({ signal: controller.signal }));
    controller.abort("gone");
    expect(await pending).toMatchObject({ reason: "aborted", cause: "gone" });
    const body = new ReadableStream({
      cancel(): void {
        cancelled = true;
      },
    });
    respond(new Response(body));
    await new Promise((resolve) => setImmediate(resolve));
    expect(cancelled).toBe(true);
  });

  it("accepts nothing from a fetch that followed a redirect", async () => {
    const target = await startHttp((_request, response) => response.end('{"allowed":true}'));
    const source = await startHttp((_request, response) => {
      response.writeHead(307, { location: target.url.href });
      response.end();
    });
    const eager = ((url: string, init: RequestInit) =>
      fetch(url, { ...init, redirect: "follow" })) as typeof fetch;
    const transport = createFetchTransport({ baseURL: source.url, fetch: eager });
    expect(await transport.send(post())).toMatchObject({ ok: true, status: 0, body: "" });
    await Promise.all([source.close(), target.close()]);
  });

  it("asks for no cached answers, and keeps its headers if the fetch changes those it gets", async () => {
    const seen: unknown[] = [];
    const meddling = async (_url: unknown, init: RequestInit = {}): Promise<Response> => {
      seen.push([init.cache, { ...init.headers }]);
      Object.assign(init.headers ?? {}, { "x-once": "here" });
      return new Response("{}");
    };
    const transport = createFetchTransport({ baseURL, fetch: meddling as typeof fetch });
    const request = post({ headers: { "x-own": "1" } });
    await transport.send(request);
    await transport.send(request);
    const asked = ["no-store", { "x-own": "1" }];
    expect(seen).toEqual([asked, asked]);
  });

  it("turns a synchronous throw of the fetch into a failure", async () => {
    const broken = (() => {
      throw new Error("misbuilt");
    }) as unknown as typeof fetch;
    const transport = createFetchTransport({ baseURL, fetch: broken });
    expect(await transport.send(post())).toMatchObject({ ok: false, reason: "connection" });
  });

  it("hands over the answer in what a fetch throws for a status, as ky does, but no success", async () => {
    const thrown = [
      Response.json({ reason: "why" }, { status: 401 }),
      new Response(null, { status: 307 }),
      Response.json({ allowed: true }),
      { status: 503 },
    ];
    const strict = async (): Promise<never> => {
      throw Object.assign(new Error("HTTP error"), { response: thrown.shift() });
    };
    const transport = createFetchTransport({ baseURL, fetch: strict });
    const answer = await transport.send(post());
    expect(answer).toMatchObject({ ok: true, status: 401, body: '{"reason":"why"}' });
    expect(await transport.send(post())).toMatchObject({ ok: true, status: 307 });
    expect(await transport.send(post())).toMatchObject({ ok: false, reason: "connection" });
    expect(await transport.send(post())).toMatchObject({ ok: false, reason: "connection" });
  });

  it("reads bodies that are Node.js streams, as node-fetch has them, and lets them go", async () => {
    const body = '{"allowed":true}';
    const [stalled, late] = [new PassThrough(), new PassThrough()];
    const bodies = [Readable.from([Buffer.from(body)]), stalled, late];
    stalled.write(body);
    let sent = 0;
    const nodeFetch = async (): Promise<unknown> => {
      const stream = bodies[sent];
      sent += 1;
      if (stream === late) await new Promise((resolve) => setTimeout(resolve, 100));
      return { status: 200, redirected: false, headers: new Headers(), body: stream };
    };
    const transport = createFetchTransport({ baseURL, fetch: nodeFetch as typeof fetch });
    expect(await transport.send(post())).toMatchObject({ ok: true, status: 200, body });
    const cut = await transport.send(post({ timeoutMs: 50 }));
    expect(cut).toMatchObject({ ok: false, reason: "deadline", flawedBody: body });
    expect(await transport.send(post({ timeoutMs: 50 }))).toMatchObject({ reason: "deadline" });
    await expect.poll(() => stalled.destroyed && late.destroyed).toBe(true);
  });

  it("settles at its deadline however fast a body without end comes", async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(0)),
    });
    const transport = createFetchTransport({ baseURL, fetch: async () => new Response(endless) });
    const waitedMs = stopwatch();
    const answer = await transport.send(post({ timeoutMs: 100 }));
    expect(answer).toMatchObject({ ok: false, reason: "deadline", status: 200 });
    expect(waitedMs()).toBeLessThan(1_000);
  });

  it.each([
    ["text", "a"],
    ["numbers", 5],
    ["nothing", null],
    ["buffers without a view", new ArrayBuffer(1)],
  ])("reports a body of %s as a broken connection, and does not throw", async (_, chunk) => {
    const odd = new ReadableStream({ start: (controller) => controller.enqueue(chunk) });
    const transport = createFetchTransport({ baseURL, fetch: async () => new Response(odd) });
    const answer = await transport.send(post({ timeoutMs: 5_000 }));
    expect(answer).toMatchObject({ ok: false, reason: "connection", status: 200 });
    await transport.close();
  });
});
