import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runChild } from "./run-child.ts";
import { startHttp, startRaw, type TestServer } from "./test-server.ts";

/** Far below the ten seconds or more for which a leftover handle would hold the process. */
const SOON_MS = 5_000;

describe("a process with the built-in transport", () => {
  let server: TestServer;
  let answerAfterMs: number;

  beforeEach(async () => {
    answerAfterMs = 0;
    server = await startHttp((request, response) => {
      if (request.url !== "/hang") setTimeout(() => response.end("{}"), answerAfterMs);
    });
  });

  afterEach(() => server.close());

  const script = (body: string): string => `
    import { createUndiciTransport } from "~/src/transport/undici-transport.ts";
    const transport = createUndiciTransport({ baseURL: new URL("${server.url.href}") });
    const send = (more) => transport.send({
      method: "POST", path: "/x", headers: {}, body: "{}", maxBytes: 1000, timeoutMs: 30_000, ...more,
    });
    ${body}
  `;

  it("ends at once if nothing awaits the pending request", async () => {
    const end = await runChild(
      script(`
        await send({ holdProcess: true });
        send({ path: "/hang", holdProcess: false });
        setTimeout(() => console.log("ready"), 200);
      `),
    );
    expect(end).toMatchObject({ code: 0, errors: "" });
    expect(end.lingeredMs).toBeLessThan(SOON_MS);
    expect(server.requests).toEqual(["POST /x", "POST /hang"]);
  });

  it("ends at once also if it was busy until the request's deadline had passed", async () => {
    const end = await runChild(
      script(`
        await send({ holdProcess: true });
        const late = () => console.log("settled");
        send({ path: "/hang", holdProcess: false, timeoutMs: 50 }).then(late);
        setTimeout(() => console.log("ready"), 50);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      `),
    );
    expect(end).toMatchObject({ code: 0, errors: "", output: "ready\n" });
  });

  it("waits for an awaited answer, and not for its idle connection afterwards", async () => {
    answerAfterMs = 300;
    const end = await runChild(
      script(`
        const answer = await send({ holdProcess: true });
        console.log("status", answer.status);
        console.log("ready");
      `),
    );
    expect(end).toMatchObject({ code: 0, output: "status 200\nready\n" });
    // Idle connections are kept for four seconds.
    expect(end.lingeredMs).toBeLessThan(4_000);
  });

  it("waits for an awaited request on a connection that was idle before", async () => {
    const end = await runChild(
      script(`
        await send({ holdProcess: true });
        await new Promise((resolve) => setTimeout(resolve, 20));
        const answer = await send({ holdProcess: true });
        console.log("ready status", answer.status);
      `),
    );
    expect(end.output).toBe("ready status 200\n");
    expect(server.connections()).toBe(1);
  });

  it("is held by an awaited request no longer than its deadline", async () => {
    const end = await runChild(
      script(`
        console.log("ready");
        const answer = await send({ path: "/hang", holdProcess: true, timeoutMs: 200 });
        console.log(answer.reason);
      `),
    );
    expect(end.output).toBe("ready\ndeadline\n");
    expect(end.lingeredMs).toBeLessThan(SOON_MS);
  });

  it("ends while a connection is still being made", async () => {
    // A TLS handshake without an answer is a connection that is never made.
    const silent = await startRaw(() => {});
    const end = await runChild(
      `
        import { createUndiciTransport } from "~/src/transport/undici-transport.ts";
        const transport = createUndiciTransport({ baseURL: new URL("https://127.0.0.1:${silent.port}") });
        await transport.send({
          method: "POST", path: "/x", headers: {}, maxBytes: 1000, timeoutMs: 100, holdProcess: true,
        });
        console.log("ready");
      `,
    );
    await silent.close();
    expect(end.code).toBe(0);
    expect(end.lingeredMs).toBeLessThan(SOON_MS);
  });

  it("has no active handle once the transport is closed", async () => {
    const end = await runChild(
      script(`
        const controller = new AbortController();
        await send({ holdProcess: true });
        const pending = [1, 2, 3].map(() => send({ holdProcess: true, signal: controller.signal }));
        controller.abort();
        await Promise.all(pending);
        await transport.close();
        await new Promise((resolve) => setTimeout(resolve, 20));
        const left = process.getActiveResourcesInfo().filter((name) => !/^(Pipe|TTY|FSReq|Timeout|Immediate)/.test(name));
        console.log(JSON.stringify(left), process._getActiveHandles().filter((h) => h.remotePort).length);
      `),
    );
    expect(end.output).toBe("[] 0\n");
  });

  it("keeps the dispatcher of its global fetch", async () => {
    const end = await runChild(
      script(`
        const slots = [1, 2].map((n) => Symbol.for("undici.globalDispatcher." + n));
        const before = slots.map((slot) => globalThis[slot]);
        await send({ holdProcess: true });
        console.log(slots.every((slot, i) => globalThis[slot] === before[i]), before[0] === undefined);
      `),
    );
    expect(end.output).toBe("true true\n");
  });

  it("prints no warning when many requests share one signal", async () => {
    const end = await runChild(
      script(`
        const { signal } = new AbortController();
        const answers = await Promise.all(Array.from({ length: 64 }, () => send({ signal, holdProcess: true })));
        console.log(answers.every((answer) => answer.ok));
      `),
    );
    expect(end).toMatchObject({ output: "true\n", errors: "" });
  });
});
