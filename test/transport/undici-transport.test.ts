import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Agent, type Dispatcher, interceptors, MockAgent, RetryAgent } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import type { Transport } from "../../src/transport/transport.ts";
import {
  createUndiciTransport,
  type UndiciTransportOptions,
} from "../../src/transport/undici-transport.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { startHttp, startRaw, type TestServer } from "./test-server.ts";
import { expectNothingKept, post } from "./transport-contract.ts";

const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function http(...args: Parameters<typeof startHttp>): Promise<TestServer> {
  const server = await startHttp(...args);
  opened.push(server);
  return server;
}

async function raw(...args: Parameters<typeof startRaw>): Promise<TestServer> {
  const server = await startRaw(...args);
  opened.push(server);
  return server;
}

function transportTo(options: UndiciTransportOptions): Transport {
  const transport = createUndiciTransport(options);
  opened.push(transport);
  return transport;
}

describe("the built-in transport's connections", () => {
  it("are limited in number, and every waiting request is sent", async () => {
    let open = 0;
    let most = 0;
    const server = await http((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.end("{}");
      }, 5);
    });
    const transport = transportTo({ baseURL: server.url, maxConnections: 4 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => transport.send(post())));
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(server.requests).toHaveLength(40);
    expect(most).toBe(4);
    expect(server.connections()).toBeLessThanOrEqual(4);
  });

  it.each([
    ["while undici is loaded", 128],
    ["while all connections are busy", 2],
  ])(
    "carry each request in its own context, for tracing of HTTP: %s",
    async (_, maxConnections) => {
      const own = new AsyncLocalStorage<string>();
      const server = await http((_request, response) => response.end("{}"));
      const transport = transportTo({ baseURL: server.url, maxConnections });
      const seen: unknown[] = [];
      const note = (told: unknown) => {
        const { path, origin } = (told as { request: { path: string; origin: string } }).request;
        if (origin === server.url.origin) seen.push([path, own.getStore()]);
      };
      subscribe("undici:request:create", note);
      const paths = ["/1", "/2", "/3", "/4", "/5"];
      await Promise.all(paths.map((path) => own.run(path, () => transport.send(post({ path })))));
      unsubscribe("undici:request:create", note);
      expect(seen).toEqual(paths.map((path) => [path, path]));
      expect(server.connections()).toBeLessThanOrEqual(maxConnections);
    },
  );

  it("are reused by successive calls", async () => {
    const server = await http((_request, response) => response.end("{}"));
    const transport = transportTo({ baseURL: server.url });
    for (let call = 0; call < 5; call += 1) {
      await transport.send(post());
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it("count waiting time towards the deadline, and waiting requests can be aborted", async () => {
    const server = await http(() => {});
    const transport = transportTo({ baseURL: server.url, maxConnections: 1 });
    const first = transport.send(post({ timeoutMs: 400 }));
    await server.arrived(1);
    const controller = new AbortController();
    const late = transport.send(post({ timeoutMs: 100 }));
    const aborted = transport.send(post({ signal: controller.signal }));
    controller.abort("no more");
    expect(await aborted).toMatchObject({ reason: "aborted", cause: "no more" });
    expect(await late).toMatchObject({ reason: "deadline" });
    expect(await first).toMatchObject({ reason: "deadline" });
    expect(server.requests).toHaveLength(1);
  });

  it("survive a request that was aborted before it was sent", async () => {
    const server = await http((_request, response) => response.end("{}"));
    const transport = transportTo({ baseURL: server.url, maxConnections: 1 });
    await transport.send(post());
    await new Promise((resolve) => setImmediate(resolve));
    for (let round = 0; round < 5; round += 1) {
      const controller = new AbortController();
      const given = transport.send(post({ signal: controller.signal }));
      controller.abort();
      expect(await given).toMatchObject({ reason: "aborted" });
      expect(await transport.send(post())).toMatchObject({ ok: true });
    }
    expect(server.connections()).toBe(1);
    expect(server.requests).toHaveLength(6);
  });

  it("can be aborted while they are being made", async () => {
    // A TLS handshake without an answer is a connection that is never made.
    const silent = await raw(() => {});
    const baseURL = new URL(`https://127.0.0.1:${silent.port}`);
    const transport = transportTo({ baseURL });
    const controller = new AbortController();
    const pending = transport.send(post({ signal: controller.signal }));
    expect(await transport.send(post({ timeoutMs: 100 }))).toMatchObject({ reason: "deadline" });
    await expect.poll(() => silent.openSockets()).toBe(2);
    const waitedMs = stopwatch();
    controller.abort("now");
    expect(await pending).toMatchObject({ reason: "aborted", cause: "now" });
    expect(waitedMs()).toBeLessThan(50);
    await transport.close();
    await silent.drained();
  });

  it("are made again after an outage", async () => {
    const server = await http((_request, response) => response.end("{}"));
    const transport = transportTo({ baseURL: server.url, maxConnections: 1 });
    expect(await transport.send(post())).toMatchObject({ ok: true });
    await server.close();
    expect(await transport.send(post())).toMatchObject({ ok: false, reason: "connection" });
    const again = await startHttp((_request, response) => response.end("{}"), server.port);
    opened.push(again);
    expect(await transport.send(post())).toMatchObject({ ok: true });
  });
});

describe("the app's own dispatcher", () => {
  it("carries requests of which nothing is kept once they have their answers", async () => {
    const server = await http((_request, response) => response.end("{}"));
    const dispatcher = new Agent();
    opened.push(dispatcher);
    await expectNothingKept(transportTo({ baseURL: server.url, dispatcher }));
  });

  it("carries the requests and is not closed with the transport", async () => {
    const server = await http((_request, response) => response.end("{}"));
    const agent = new Agent();
    opened.push(agent);
    const transport = createUndiciTransport({ baseURL: server.url, dispatcher: agent });
    expect(await transport.send(post())).toMatchObject({ ok: true });
    await transport.close();
    expect(agent.closed).toBe(false);
    const other = transportTo({ baseURL: server.url, dispatcher: agent });
    expect(await other.send(post())).toMatchObject({ ok: true });
  });

  it("may change the headers of a request, and later requests keep theirs", async () => {
    const server = await http((request, response) => {
      response.end(String(request.headers["x-once"]));
    });
    const agent = new Agent();
    opened.push(agent);
    let isFirst = true;
    const dispatcher = agent.compose((dispatch) => (options, handler) => {
      if (isFirst) Object.assign(options.headers ?? {}, { "x-once": "here" });
      isFirst = false;
      return dispatch(options, handler);
    });
    const transport = transportTo({ baseURL: server.url, dispatcher });
    const request = post();
    expect(await transport.send(request)).toMatchObject({ body: "here" });
    expect(await transport.send(request)).toMatchObject({ body: "undefined" });
  });

  it("does not delay an abort, a deadline or a close", async () => {
    const server = await http(() => {});
    const agent = new Agent();
    opened.push({ close: () => agent.destroy() });
    const transport = createUndiciTransport({ baseURL: server.url, dispatcher: agent });
    const controller = new AbortController();
    const aborted = transport.send(post({ signal: controller.signal }));
    const late = transport.send(post({ timeoutMs: 60 }));
    const closed = transport.send(post());
    await server.arrived(3);
    controller.abort("x");
    expect(await aborted).toMatchObject({ reason: "aborted", cause: "x" });
    expect(await late).toMatchObject({ reason: "deadline" });
    await transport.close();
    expect(await closed).toMatchObject({ reason: "aborted" });
    await server.drained();
  });

  it("that accepts no requests, like undici 6's, causes an unsent failure", async () => {
    const baseURL = new URL("http://guard.example");
    const foreign = {
      dispatch(): boolean {
        throw new TypeError("invalid onConnect method");
      },
    };
    const transport = transportTo({ baseURL, dispatcher: foreign });
    expect(await transport.send(post())).toMatchObject({ ok: false, reason: "unsent" });
  });

  it.each([301, 302, 303, 307, 308])(
    "that follows redirects follows none of ours: its target sees neither prompt nor key (%i)",
    async (status) => {
      const target = await http((_request, response) => response.end('{"allowed":true}'));
      const server = await http((_request, response) => {
        response.writeHead(status, { location: target.url.href });
        response.end();
      });
      const agent = new Agent();
      opened.push(agent);
      const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: 3 }));
      const transport = transportTo({ baseURL: server.url, dispatcher });
      expect(await transport.send(post())).toMatchObject({ ok: true, status });
      expect(target.requests).toEqual([]);
    },
  );

  it.each([401, 409, 429, 503])(
    "that throws for a status (responseError) hides no answer: status, headers and body count (%i)",
    async (status) => {
      const server = await http((_request, response) => {
        response.writeHead(status, { "content-type": "application/json", "retry-after": "7" });
        response.end('{"reason":"why"}');
      });
      const agent = new Agent();
      opened.push(agent);
      const dispatcher = agent.compose(interceptors.responseError());
      const transport = transportTo({ baseURL: server.url, dispatcher });
      const answer = await transport.send(post());
      expect(answer).toMatchObject({ ok: true, status, body: '{"reason":"why"}' });
      expect(answer.headers?.["retry-after"]).toBe("7");
    },
  );

  it.each([429, 503])("that retries hides no status and no Retry-After (%i)", async (status) => {
    const server = await http((_request, response) => {
      response.writeHead(status, { "retry-after": "7" });
      response.end('{"allowed":false}');
    });
    const agent = new Agent();
    opened.push(agent);
    const transport = transportTo({ baseURL: server.url, dispatcher: new RetryAgent(agent) });
    const failure = await transport.send(post());
    expect(failure).toMatchObject({ ok: false, reason: "connection", status });
    expect(failure.headers?.["retry-after"]).toBe("7");
    const dispatcher = agent.compose(interceptors.retry());
    const answer = await transportTo({ baseURL: server.url, dispatcher }).send(post());
    expect(answer).toMatchObject({ ok: true, status, body: '{"allowed":false}' });
    expect(server.requests).toHaveLength(2);
  });

  it("that retries requests like ours may do so", async () => {
    let asked = 0;
    const server = await http((_request, response) => {
      asked += 1;
      response.writeHead(asked < 3 ? 503 : 200);
      response.end(`{"asked":${asked}}`);
    });
    const agent = new Agent();
    opened.push(agent);
    const dispatcher = agent.compose(interceptors.retry({ methods: ["POST"], minTimeout: 5 }));
    const transport = transportTo({ baseURL: server.url, dispatcher });
    expect(await transport.send(post())).toMatchObject({ ok: true, body: '{"asked":3}' });
  });

  it("that starts a request late, after it was given up, is asked to abort it, by no error", async () => {
    let start: () => void = () => undefined;
    const aborts: unknown[] = [];
    const queue: Pick<Dispatcher, "dispatch"> = {
      dispatch(_options, handler): boolean {
        const controller = { abort: (reason: Error) => aborts.push(reason) };
        start = () =>
          handler.onRequestStart?.(controller as unknown as Dispatcher.DispatchController, {});
        return true;
      },
    };
    const transport = transportTo({ baseURL: new URL("http://guard.example"), dispatcher: queue });
    const controller = new AbortController();
    const pending = transport.send(post({ signal: controller.signal }));
    controller.abort("gone");
    expect(await pending).toMatchObject({ reason: "aborted", cause: "gone" });
    expect(start).not.toThrow();
    expect(aborts).toHaveLength(1);
  });

  it("that starts over within an answer has only the last one read", async () => {
    const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;
    const flighty: Pick<Dispatcher, "dispatch"> = {
      dispatch(_options, handler): boolean {
        for (const [status, body] of [
          [503, '{"allowed":'],
          [200, '{"allowed":true}'],
        ] as const) {
          handler.onRequestStart?.(controller, {});
          handler.onResponseStart?.(controller, status, {}, "");
          handler.onResponseData?.(controller, Buffer.from(body));
        }
        handler.onResponseEnd?.(controller, {});
        return true;
      },
    };
    const transport = transportTo({
      baseURL: new URL("http://guard.example"),
      dispatcher: flighty,
    });
    const answer = { ok: true, status: 200, body: '{"allowed":true}' };
    expect(await transport.send(post())).toMatchObject(answer);
  });

  it("that decodes bodies itself says which ones it cannot", async () => {
    const server = await http((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end("not gzip at all");
    });
    const agent = new Agent();
    opened.push(agent);
    const dispatcher = agent.compose(interceptors.decompress());
    const transport = transportTo({ baseURL: server.url, dispatcher });
    const failure = await transport.send(post());
    expect(failure).toMatchObject({ ok: false, reason: "undecodable", status: 200 });
  });

  it("may have an interceptor that is written async, and rejects", async () => {
    const agent = new Agent();
    opened.push(agent);
    const dispatcher = agent.compose(
      () =>
        (async () => {
          throw new Error("no token");
        }) as unknown as Agent["dispatch"],
    );
    const transport = transportTo({ baseURL: new URL("http://guard.example"), dispatcher });
    expect(await transport.send(post())).toMatchObject({ ok: false, reason: "unsent" });
  });

  it("may be undici's mock agent, with aborts as with the real one", async () => {
    const mock = new MockAgent();
    opened.push(mock);
    mock.disableNetConnect();
    const baseURL = new URL("http://guard.example");
    const pool = mock.get(baseURL.origin);
    pool.intercept({ path: "/api/v1/guard", method: "POST" }).reply(200, { allowed: true });
    pool.intercept({ path: "/api/v1/guard", method: "POST" }).reply(200, {}).delay(30);
    const transport = transportTo({ baseURL, dispatcher: mock });
    expect(await transport.send(post())).toMatchObject({ ok: true, body: '{"allowed":true}' });
    const controller = new AbortController();
    const pending = transport.send(post({ signal: controller.signal }));
    controller.abort("gone");
    expect(await pending).toMatchObject({ reason: "aborted", cause: "gone" });
    expect(await transport.send(post({ path: "/else" }))).toMatchObject({ reason: "connection" });
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
});
