import { afterEach, describe, expect, it } from "vitest";
import { createFetchTransport } from "../../src/transport/fetch-transport.ts";
import type { Transport, TransportResult } from "../../src/transport/transport.ts";
import { createUndiciTransport } from "../../src/transport/undici-transport.ts";
import { blockFor } from "../support/processes/block-for.ts";
import { startThreadServer } from "../support/processes/blocked-loop.ts";
import { startHttp } from "./test-server.ts";

const TIMEOUT_MS = 200;

const transports: Record<string, (baseURL: URL) => Transport> = {
  "the built-in transport": (baseURL) => createUndiciTransport({ baseURL }),
  "the transport over a fetch": (baseURL) => createFetchTransport({ baseURL, fetch }),
};

function ask(transport: Transport, timeoutMs: number): Promise<TransportResult> {
  return transport.send({
    method: "POST",
    path: "/x",
    headers: {},
    body: "{}",
    timeoutMs,
    maxBytes: 1_000,
    signal: undefined,
    holdProcess: true,
  });
}

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

describe.each(Object.entries(transports))("%s, in a process that was busy", (_, create) => {
  it.each([false, true])("takes an answer that came in time (compressed: %s)", async (gzip) => {
    const server = await startThreadServer({ "/x": '{"allowed":true}' }, { gzip });
    const transport = create(server.url);
    opened.push(server, transport);
    expect(await ask(transport, 10_000)).toMatchObject({ ok: true });
    await server.blockNext(TIMEOUT_MS + 100, "/x");
    expect(await ask(transport, TIMEOUT_MS)).toMatchObject({ ok: true, body: '{"allowed":true}' });
  });

  it("still gives a request up that has no answer", async () => {
    const server = await startHttp(() => {});
    const transport = create(server.url);
    opened.push(server, transport);
    const answer = ask(transport, 100);
    await server.arrived(1);
    blockFor(200);
    expect(await answer).toMatchObject({ ok: false, reason: "deadline" });
  });
});
