import { describe, expect, it } from "vitest";
import { OPENAI_CODECS, OPENAI_OWN_CODECS } from "../../../src/providers/openai/codecs.ts";
import { OPENAI_ROUTES, openaiRoute } from "../../../src/providers/openai-routes/table.ts";
import { OPENAI_SOCKETS } from "../../support/models/openai-sockets.ts";
import { readClientSources } from "../../support/routes/client-routes.ts";
import { openaiRouteDocument } from "../../support/routes/route-document.ts";
import {
  expectEachFound,
  expectEachHasRow,
  rowsByMethod,
  sampleOf,
} from "../../support/routes/route-verdicts.ts";

const table = { rowOf: openaiRoute, codecs: [...OPENAI_CODECS, ...OPENAI_OWN_CODECS] };

describe.each([
  ["openai 7", "openai", 389],
  ["openai 6", "openai6", 154],
  ["openai 5", "openai5", 120],
])("every route of %s", (_name, packageName, count) => {
  const sources = readClientSources(packageName);

  it("is found in the installed package", () => {
    expect(sources.routes.length).toBeGreaterThanOrEqual(count);
    for (const path of ["/chat/completions", "/responses", "/embeddings"]) {
      expect(sources.routes).toContainEqual(expect.objectContaining({ method: "POST", path }));
    }
  });

  it("has a row with its verdict", () => {
    expectEachHasRow(sources.routes, table);
  });

  it("is called by one of the guarded methods", () => {
    const other = ["_callApiKey", "_hasApiKeyProvider", "_buildWebSocketHeaders", "buildURL"];
    const requests = ["get", "post", "delete", "getAPIList"];
    expect([...sources.called].filter((name) => !requests.includes(name))).toEqual(
      expect.arrayContaining(other.filter((name) => sources.called.has(name))),
    );
    expect([...sources.called].sort()).toEqual(
      [...requests, ...other.filter((name) => sources.called.has(name))].sort(),
    );
  });

  it("is the only way out except for the listed sockets", () => {
    const listed = OPENAI_SOCKETS.map(({ module, name }) => `${module} ${name}`);
    for (const { module, name } of sources.sockets) expect(listed).toContain(`${module} ${name}`);
  });
});

describe("the table of OpenAI's routes", () => {
  it("has no row twice, and finds each by its own path", () => {
    expectEachFound(OPENAI_ROUTES, openaiRoute);
  });

  it("lists only sockets that the newest client has", () => {
    const { sockets } = readClientSources("openai");
    const found = sockets.map(({ module, name }) => `${module} ${name}`).sort();
    expect(OPENAI_SOCKETS.map(({ module, name }) => `${module} ${name}`).sort()).toEqual(found);
  });

  it.each(["", "/v1", "/openai/v1", "/openai", "/openai/deployments/gpt-4o", "/deployments/gpt"])(
    "also matches below %s",
    (root) => {
      for (const { method, row } of rowsByMethod(OPENAI_ROUTES)) {
        if (row.path === "*") continue;
        expect(openaiRoute({ method, path: root + sampleOf(row.path) })).toBe(row);
      }
    },
  );

  it.each([
    "/batches/x%2F../cancel",
    "/batches/../cancel",
    "/batches/./cancel",
    "/batches//cancel",
    "/batches/x/cancel/",
    "/batches/x\\y/cancel",
    "/batches/x;a=b/cancel",
    "/BATCHES/x/cancel",
    "/other/batches/x/cancel",
    "/batches/x/cancel/y",
    "/batches/%78/cancel",
    "/batches/ /cancel",
  ])("does not match %s, which a server might read differently", (path) => {
    expect(openaiRoute({ method: "POST", path })).toBeUndefined();
  });

  it("does not match a path with a wrong method", () => {
    expect(openaiRoute({ method: "PUT", path: "/batches/x/cancel" })).toBeUndefined();
    expect(openaiRoute({ method: "PATCH", path: "/threads/x" })).toBeUndefined();
  });

  it("equals the page in the documentation", async () => {
    await expect(openaiRouteDocument(OPENAI_ROUTES, OPENAI_SOCKETS)).toMatchFileSnapshot(
      "../../../docs/openai-routes.md",
    );
  });
});
