import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { afterAll, describe, expect, it } from "vitest";
import { type GuardedModelClient, honoRequestContext, requestContext } from "../../../src/index.ts";
import { useStand } from "../../support/stands/stand.ts";

const stand = useStand();

// Hono's server replaces them globally with its own classes.
const { Request: OwnRequest, Response: OwnResponse } = globalThis;
afterAll(() => {
  globalThis.Request = OwnRequest;
  globalThis.Response = OwnResponse;
});

/** A server that makes a model call for every POST, and a function that stops it. */
interface Served {
  readonly url: string;
  readonly close: () => Promise<unknown>;
}

const OPTIONS = {
  trustedHops: 1,
  sessionId: { cookie: "sid" },
  tenantId: { header: "x-tenant" },
} as const;

/** Work of an app that continues after the response. */
const background: Promise<unknown>[] = [];

/** The model calls of an app below its handlers: one for the answer, one in the background. */
async function answer(guard: GuardedModelClient, input: string): Promise<string> {
  await new Promise((resolve) => setImmediate(resolve));
  background.push(sleep(20).then(() => callModel(guard, `${input}, later`)));
  return callModel(guard, input);
}

async function callModel(guard: GuardedModelClient, input: string): Promise<string> {
  const { output } = await guard.call({ model: "m", input, execute: async () => "well" });
  return output;
}

async function listening(server: Server): Promise<Served> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const FRAMEWORKS: Readonly<Record<string, (guard: GuardedModelClient) => Promise<Served>>> = {
  express: (guard) => {
    const app = express();
    app.use(requestContext(guard, OPTIONS), express.json());
    app.post("/", async (request, response) => {
      response.send(await answer(guard, String(request.body.say)));
    });
    return listening(createServer(app));
  },

  fastify: async (guard) => {
    const app = fastify();
    app.addHook("preHandler", requestContext(guard, OPTIONS));
    app.post("/", async (request) => answer(guard, (request.body as { say: string }).say));
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    return { url, close: () => app.close() };
  },

  hono: async (guard) => {
    const app = new Hono();
    app.use(honoRequestContext(guard, OPTIONS));
    app.post("/", async (c) => c.text(await answer(guard, (await c.req.json()).say)));
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
    if (!server.listening) await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      close: async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  },

  "node:http": (guard) => {
    const open = requestContext(guard, OPTIONS);
    return listening(
      createServer((request, response) =>
        open(request, response, async () => {
          let body = "";
          for await (const chunk of request) body += chunk;
          response.end(await answer(guard, JSON.parse(body).say));
        }),
      ),
    );
  },
};

describe.each(Object.entries(FRAMEWORKS))("%s", (_, start) => {
  it("passes a request's own identity to the model calls below", async () => {
    const guard = stand.guard();
    const { url, close } = await start(guard);
    try {
      const ask = (name: string, forwarded?: string) =>
        fetch(url, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "user-agent": `agent-${name}`,
            "x-tenant": `tenant-${name}`,
            cookie: `sid=session-${name}`,
            ...(forwarded && { "x-forwarded-for": `6.6.6.6, ${forwarded}` }),
          },
          body: JSON.stringify({ say: `I am ${name}` }),
        });
      const answers = await Promise.all([ask("a", "192.0.2.1"), ask("b", "192.0.2.2"), ask("c")]);
      for (const response of answers) expect(await response.text()).toBe("well");
      // Over the same connections: the context of one request must not reach the next.
      expect(await (await ask("d", "192.0.2.4")).text()).toBe("well");
      await Promise.all(background.splice(0));
    } finally {
      await close();
    }
    await guard.flush();
    const identities = Object.fromEntries(
      stand.plane.stored.map(({ input, request_identity }) => [input, request_identity]),
    );
    const identity = (name: string, ip_address: string) => ({
      user_agent: `agent-${name}`,
      session_id: `session-${name}`,
      tenant_id: `tenant-${name}`,
      ip_address,
    });
    const expected = {
      "I am a": identity("a", "192.0.2.1"),
      "I am b": identity("b", "192.0.2.2"),
      "I am c": identity("c", "127.0.0.1"),
      "I am d": identity("d", "192.0.2.4"),
    };
    const later = Object.entries(expected).map(([input, each]) => [`${input}, later`, each]);
    expect(identities).toEqual({ ...expected, ...Object.fromEntries(later) });
    expect(stand.plane.breaches).toEqual([]);
  });
});

describe("requestContext", () => {
  it("rejects an asynchronous context function", () => {
    const context = async (): Promise<object> => {
      throw new Error("from the app");
    };
    const wrong = { context } as never;
    const guard = stand.guard();
    const refused = expect.objectContaining({ code: "configuration" });
    const next = (): never => expect.fail("nothing goes on without its context");
    expect(() => requestContext(guard, wrong)({ headers: {} }, {}, next)).toThrow(refused);
    expect(() => honoRequestContext(guard, wrong)({ headers: {} }, next)).toThrow(refused);
  });

  it.each([["ada"], [["ada"]]])(
    "rejects an identity that is not an object: %j",
    (requestIdentity) => {
      const context = (): object => ({ requestIdentity });
      const open = requestContext(stand.guard(), { context });
      const next = (): never => expect.fail("nothing goes on with a wrong context");
      expect(() => open({ headers: { "user-agent": "curl/8" } }, {}, next)).toThrow(
        /requestIdentity must be a plain object/,
      );
    },
  );

  it("adds the app's own context for a request, where it has values", async () => {
    const guard = stand.guard();
    const open = requestContext(guard, {
      context: (request: { readonly user: string }) => ({
        userId: request.user,
        requestIdentity: { geo: "NO", userAgent: undefined },
        metadata: { team: "search" },
      }),
    });
    const request = { user: "user-7", headers: { "user-agent": "curl/8" } };
    await new Promise<void>((resolve) => {
      open(request, {}, () => void callModel(guard, "Hello").then(() => resolve()));
    });
    await guard.flush();
    expect(stand.plane.stored).toMatchObject([
      {
        user_id: "user-7",
        request_identity: { user_agent: "curl/8", geo: "NO" },
        metadata: { team: "search" },
      },
    ]);
  });
});
