import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { codecAt } from "../../../src/providers/formats.ts";
import { GOOGLE_CODECS, GOOGLE_OWN_CODECS } from "../../../src/providers/google/codecs.ts";
import { GOOGLE_ROUTES, googleRoute } from "../../../src/providers/google-routes/table.ts";
import { googleRouteDocument } from "../../support/routes/route-document.ts";
import { verdictOf } from "../../support/routes/route-verdicts.ts";

/** A request in the client's sources. */
interface ClientRoute {
  readonly method: string;
  readonly path: string;
}

/** Path templates of the client, each with the method that follows it. */
const REQUEST =
  /(?:formatMap\('(?<map>[^']+)'|pathToFunc\("(?<func>[^"]+)"\)|path = [`'"](?<plain>upload\/[^`'"]+)[`'"])[\s\S]*?(?:httpMethod|method): ['"](?<method>[A-Z]+)['"]/g;

/** Names that a template accepts: those with a path of their own, and all others. */
const NAMES: Readonly<Record<string, string>> = {
  "{name}": "cachedContents/cache-1",
  "{model}": "models/gemini-2.5-flash",
  "{models_url}": "models",
  "{api_version}": "v1beta",
  "{file_search_store_name}": "fileSearchStores/store-1",
  "{parent}": "projects/p/locations/l",
  "{resourceName}": "models/veo-3",
  "{operationName}": "operations/op-1",
};

function readRoutes(packageName: string): ClientRoute[] {
  const source = readFileSync(createRequire(import.meta.url).resolve(packageName), "utf8");
  const routes: ClientRoute[] = [];
  for (const { groups } of source.matchAll(REQUEST)) {
    const path = groups?.map ?? groups?.func ?? groups?.plain ?? "";
    routes.push({ method: groups?.method ?? "", path: path.split("?", 1)[0] ?? "" });
  }
  return routes;
}

function sampleOf(path: string): string {
  const named = path.replace(/\$?(\{\w+\})/g, (_, name: string) => NAMES[name] ?? "name-1");
  return named.startsWith("/") ? named : `/v1beta/${named}`;
}

const table = { rowOf: googleRoute, codecs: [...GOOGLE_CODECS, ...GOOGLE_OWN_CODECS] };

describe.each([
  ["@google/genai 1", "genai1", 70, []],
  ["@google/genai 2", "genai2", 90, ["/{api_version}/interactions"]],
  [
    "@google/genai 3",
    "@google/genai",
    90,
    ["/{api_version}/interactions", "/{api_version}/decisions"],
  ],
])("every route of %s", (_name, packageName, atLeast, own) => {
  const routes = readRoutes(packageName);

  it("is found in the installed package", () => {
    expect(routes.length).toBeGreaterThan(atLeast);
    const paths = routes.map(({ path }) => path);
    for (const path of ["{model}:generateContent", "auth_tokens", ...own]) {
      expect(paths).toContain(path);
    }
  });

  it("has a row with its verdict", () => {
    const verdicts = [
      ...new Set(
        routes.map(({ method, path }) => verdictOf(table, { method, path: sampleOf(path) })),
      ),
    ];
    expect(verdicts.sort()).toEqual(["guarded", "harmless", "refused"]);
  });
});

it("the table of Google's routes equals the page in the documentation", async () => {
  await expect(googleRouteDocument(GOOGLE_ROUTES)).toMatchFileSnapshot(
    "../../../docs/google-routes.md",
  );
});

describe("a guarded fetch", () => {
  const vertex =
    "/v1beta1/projects/p/locations/us-central1/publishers/google/models/gemini-2.5-pro";
  it.each([
    ["/v1beta/models/gemini-2.5-flash:generateContent", "google-generate-content"],
    ["/v1beta/models/gemini-2.5-flash:streamGenerateContent", "google-generate-content"],
    ["/v1beta/models/gemini-2.5-flash%3AgenerateContent", "google-generate-content"],
    [`${vertex}:generateContent`, "google-generate-content"],
    [`${vertex}:countTokens`, "google-count-tokens"],
    ["/v1beta/models/gemini-embedding-001:embedContent", "google-embed-content"],
    ["/v1beta/models/gemini-embedding-001:batchEmbedContents", "google-embed-content"],
    ["/v1beta/models/imagen-4:predict", "google-predict"],
    ["/v1beta/interactions", "google-interactions"],
  ])("recognizes POST %s on any host", (path, format) => {
    expect(codecAt("gateway.example.com", { method: "POST", path })?.name).toBe(format);
  });

  it("does not assume that every `predict` path is Google's", () => {
    const route = { method: "POST", path: "/weather:predict" };
    expect(codecAt("example.com", route)).toBeUndefined();
  });
});
