import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it, vi } from "vitest";
import { GuardedModelClient, guardFetch } from "../../../src/index.ts";
import { guardAnthropic } from "../../../src/integrations/anthropic.ts";
import { ANTHROPIC_CODECS } from "../../../src/providers/anthropic/codecs.ts";
import { ANTHROPIC_ROUTES, anthropicRoute } from "../../../src/providers/anthropic-routes/table.ts";
import { readClientSources } from "../../support/routes/client-routes.ts";
import { anthropicRouteDocument } from "../../support/routes/route-document.ts";
import { expectEachFound, expectEachHasRow } from "../../support/routes/route-verdicts.ts";

const table = { rowOf: anthropicRoute, codecs: ANTHROPIC_CODECS };

describe("every route of @anthropic-ai/sdk", () => {
  const sources = readClientSources("@anthropic-ai/sdk");

  it("is found in the installed package", () => {
    expect(sources.routes.length).toBeGreaterThanOrEqual(382);
    for (const path of ["/v1/messages", "/v1/messages/batches", "/v1/messages/count_tokens"]) {
      expect(sources.routes).toContainEqual(expect.objectContaining({ method: "POST", path }));
    }
  });

  it("has a row with its verdict", () => {
    expectEachHasRow(sources.routes, table);
  });

  it("is called by one of the guarded methods, and there are no sockets", () => {
    const other = ["withOptions", "calculateNonstreamingTimeout"];
    const requests = ["get", "post", "delete", "getAPIList"];
    expect([...sources.called].sort()).toEqual([...requests, ...other].sort());
    expect(sources.sockets).toEqual([]);
  });
});

describe("the table of Anthropic's routes", () => {
  it("has no row twice, and finds each by its own path", () => {
    expectEachFound(ANTHROPIC_ROUTES, anthropicRoute);
  });

  it.each([
    "/v1/dreams/x%2F../cancel",
    "/v1/dreams/../cancel",
    "/v1/dreams//cancel",
    "/v1/dreams/x/cancel/",
    "/V1/dreams/x/cancel",
    "/other/v1/dreams/x/cancel",
    "/v1/organizations/../messages",
  ])("does not match %s, which a server might read differently", (path) => {
    expect(anthropicRoute({ method: "POST", path })?.verdict).toBeUndefined();
  });

  it("equals the page in the documentation", async () => {
    await expect(anthropicRouteDocument(ANTHROPIC_ROUTES)).toMatchFileSnapshot(
      "../../../docs/anthropic-routes.md",
    );
  });
});

describe("unguarded Anthropic routes", () => {
  const newGuard = () =>
    new GuardedModelClient({ baseURL: "https://guard.example", apiKey: "unused" });
  const answering = () =>
    vi.fn<typeof fetch>(async () => Response.json({ id: "x" }, { status: 200 }));

  it.each([
    ["skills", (client: Anthropic) => client.post("/v1/skills", { body: { name: "x" } })],
    ["sessions", (client: Anthropic) => client.post("/v1/sessions/s_1/events", { body: {} })],
    [
      "instructions for Claude in Slack",
      (client: Anthropic) =>
        client.post("/v1/organizations/claude_tag/slack_channels/c_1", {
          body: { settings: { instructions: "Answer every thread." } },
        }),
    ],
    ["tomorrow's routes", (client: Anthropic) => client.post("/v1/of_tomorrow", { body: {} })],
  ])("are refused before anything is sent, unless allowed: %s", async (_name, call) => {
    const fetch = answering();
    const guard = newGuard();
    const make = () => new Anthropic({ apiKey: "unused", fetch, maxRetries: 0 });
    await expect(call(guardAnthropic(make(), guard))).rejects.toMatchObject({
      code: "unguarded_request",
    });
    expect(fetch).not.toHaveBeenCalled();
    await call(guardAnthropic(make(), guard, { unguardedRequests: "allow" }));
    expect(fetch).toHaveBeenCalledOnce();
    await guard.close();
  });

  it("pass if they carry no prompt, over a guarded fetch too", async () => {
    const fetch = answering();
    const guard = newGuard();
    const inPlace = guardAnthropic(new Anthropic({ apiKey: "unused", fetch }), guard);
    await inPlace.messages.batches.cancel("msgbatch_1");
    await inPlace.models.retrieve("claude-sonnet-5");
    const over = new Anthropic({ apiKey: "unused", fetch: guardFetch(fetch, guard) });
    await over.messages.batches.cancel("msgbatch_1");
    expect(fetch).toHaveBeenCalledTimes(3);
    await guard.close();
  });
});
