import { afterEach, describe, expect, it } from "vitest";
import { GuardedModelClient, type GuardedModelClientOptions } from "../../../src/index.ts";
import { createMasker } from "../../../src/masking/create-masker.ts";
import type { MaskedText, Masker, MaskingSession } from "../../../src/masking/masker.ts";
import { startThreadServer, type ThreadServer } from "../../support/processes/blocked-loop.ts";

// The app computes for longer than a deadline, and what was waited for had come long before.

const DEADLINE_MS = 500;
const ANSWERS = {
  "/api/v1/guard": '{"allowed":true,"client_event_id":"CLIENT_EVENT_ID"}',
  "/api/v1/agent/config": '{"from":"the service"}',
  "/api/v1/ingest": '{"success":true}',
};

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

interface Busy {
  readonly server: ThreadServer;
  readonly guard: GuardedModelClient;
  readonly call: () => Promise<unknown>;
}

async function start(
  options: (url: URL) => GuardedModelClientOptions,
  answers: Record<string, string> = {},
): Promise<Busy> {
  const server = await startThreadServer({ ...ANSWERS, ...answers });
  const guard = new GuardedModelClient({
    baseURL: server.url.href,
    apiKey: "k",
    guardDeadlineMs: DEADLINE_MS,
    ...options(server.url),
  });
  opened.push(server, { close: () => guard.close({ deadlineMs: 500 }) });
  const call = async (): Promise<unknown> => {
    const execute = async (): Promise<string> => "an answer";
    const { output } = await guard.call({ model: "acme-1", input: "a prompt", execute });
    return output;
  };
  // Loads what calls need, and opens the connections: on a slow machine not within the deadline.
  await expect.poll(() => call().catch(() => undefined)).toBe("an answer");
  return { server, guard, call };
}

/** A masker that is a service. */
function remoteMasker(url: URL): Masker {
  const local = createMasker();
  const open = (): MaskingSession => {
    const session = local.open();
    const mask = async (text: string): Promise<MaskedText> => {
      await visit(url);
      return session.mask(text);
    };
    return { vault: session.vault, reserve: (text) => session.reserve(text), mask };
  };
  return { capabilities: local.capabilities, open };
}

const visit = async (url: URL): Promise<unknown> =>
  (await fetch(new URL("/elsewhere", url))).json();

describe("in an app that was busy for longer than the deadline, a call", () => {
  it("is allowed by a verdict that came in time", async () => {
    const { server, call } = await start(() => ({}));
    await server.blockNext(DEADLINE_MS + 100, "/api/v1/guard");
    expect(await call()).toBe("an answer");
  });

  it("gets the text of a masker that answered in time", async () => {
    const { server, call } = await start((url) => ({ masker: remoteMasker(url) }));
    await server.blockNext(DEADLINE_MS + 100, "/elsewhere");
    expect(await call()).toBe("an answer");
  });

  it("is decided by a policy function that answered in time", async () => {
    const onGuardUnavailable = (url: URL) => async (): Promise<"allow"> => {
      await visit(url);
      return "allow";
    };
    const { server, call } = await start(
      (url) => ({ onGuardUnavailable: onGuardUnavailable(url) }),
      { "/api/v1/guard": "{}" },
    );
    await server.blockNext(DEADLINE_MS + 100, "/elsewhere");
    expect(await call()).toBe("an answer");
  });

  it("has the agent configuration that came in time", async () => {
    const { server, guard } = await start(() => ({}));
    await server.blockNext(DEADLINE_MS + 100, "/api/v1/agent/config");
    expect(await guard.agentConfig()).toEqual({ from: "the service" });
  });
});
