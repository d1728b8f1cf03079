import OpenAI, { AzureOpenAI } from "openai";
import { OpenAIRealtimeWebSocket } from "openai/realtime/websocket";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GuardedModelClient } from "../../../src/index.ts";
import { guardOpenAI } from "../../../src/integrations/openai.ts";
import { ALL_KINDS } from "../../support/models/openai-kinds.ts";
import { useStand } from "../../support/stands/stand.ts";

const guard = new GuardedModelClient({ baseURL: "http://127.0.0.1:9", apiKey: "unused" });
const make = () => new OpenAI({ apiKey: "unused", baseURL: "https://api.example/v1" });

/** A test double for opened sockets. */
class FakeSocket extends EventTarget {
  static opened: string[] = [];
  constructor(url: string) {
    super();
    FakeSocket.opened.push(String(url));
  }
  close(): void {}
}

describe("a socket over a guarded client of openai 7", () => {
  const known = (globalThis as { WebSocket?: unknown }).WebSocket;
  beforeEach(() => {
    FakeSocket.opened = [];
    Object.assign(globalThis, { WebSocket: FakeSocket });
  });
  afterEach(() => {
    Object.assign(globalThis, { WebSocket: known });
  });

  it("is opened by an unguarded client, which validates the test double", () => {
    new OpenAIRealtimeWebSocket({ model: "gpt-realtime" }, make());
    expect(FakeSocket.opened).toEqual(["wss://api.example/v1/realtime?model=gpt-realtime"]);
  });

  it.each([
    ["the client itself", () => guardOpenAI(make(), guard)],
    ["a clone of it", () => guardOpenAI(make(), guard).withOptions({ timeout: 1 })],
  ])("is refused by %s", (_name, client) => {
    const open = () => new OpenAIRealtimeWebSocket({ model: "gpt-realtime" }, client());
    expect(open).toThrow(expect.objectContaining({ code: "unguarded_request" }));
    expect(FakeSocket.opened).toEqual([]);
  });

  it("is opened if the app allows it", () => {
    const client = guardOpenAI(make(), guard, { unguardedRequests: "allow" });
    new OpenAIRealtimeWebSocket({ model: "gpt-realtime" }, client.withOptions({ timeout: 1 }));
    expect(FakeSocket.opened).toHaveLength(1);
  });

  it("gets no headers from a guarded client, whichever class asks for them", () => {
    const clients = [
      make(),
      new AzureOpenAI({ apiKey: "unused", endpoint: "https://api.example", apiVersion: "1" }),
    ];
    for (const client of clients) {
      guardOpenAI(client, guard);
      expect(() => client._buildWebSocketHeaders({})).toThrow("past the guard");
    }
  });
});

/** Like the Agents SDK's WebSocket transport, which makes the handshake itself. */
const HANDSHAKE = { method: "get", path: "/v1/responses" };

/** Asks as the transport does: TypeScript knows the method as protected. */
function credentialsOf(client: object): Promise<unknown> {
  return Reflect.apply(Reflect.get(client, "authHeaders"), client, [HANDSHAKE]);
}

describe.each(ALL_KINDS)("a socket that a framework opens with the key of $name", (kind) => {
  const stand = useStand({}, ({ response }) => {
    response.end("{}");
  });

  it("gets its credentials from an unguarded client, which validates the handshake", async () => {
    const client = kind.make(stand.provider.url, {});
    await expect(credentialsOf(client)).resolves.toBeDefined();
  });

  it("gets none from a guarded client", async () => {
    const client = guardOpenAI(kind.make(stand.provider.url, {}), stand.guard());
    const asked = credentialsOf(client);
    await expect(asked).rejects.toMatchObject({ code: "unguarded_request" });
  });

  it("gets them if the app allows it", async () => {
    const options = { unguardedRequests: "allow" } as const;
    const client = guardOpenAI(kind.make(stand.provider.url, {}), stand.guard(), options);
    await expect(credentialsOf(client)).resolves.toBeDefined();
  });

  it("leaves the client's own requests of such a route alone", async () => {
    const client = guardOpenAI(kind.make(stand.provider.url, {}), stand.guard(), {});
    await client.get("/responses");
    expect(stand.provider.requests.map(({ method }) => method)).toEqual(["GET"]);
  });
});
