import { describe, expect, it } from "vitest";
import { DataPlaneClient } from "../../src/data-plane/by-hand/data-plane-client.ts";
import { ConfigurationError } from "../../src/errors.ts";

const KEY = ["sk", "live", "x".repeat(24)].join("_");
const GIVEN = { baseURL: "https://guard.example", apiKey: KEY };
const SECRET = ["the", "value"].join("-");

describe("the options of DataPlaneClient", () => {
  it.each([
    ["baseURL", 7],
    ["apiKey", { key: SECRET }],
    ["systemId", SECRET],
    ["authHeader", SECRET],
    ["allowInsecureHttp", SECRET],
    ["guardDeadlineMs", 0],
    ["guardDeadlineMs", 2 ** 31],
    ["fetch", SECRET],
    ["dispatcher", { name: SECRET }],
    ["guardDeadline", 500],
  ])("are checked with the name of the wrong one, never its value: %s (%#)", (name, value) => {
    const construct = () => new DataPlaneClient({ ...GIVEN, [name]: value } as never);
    expect(construct).toThrow(ConfigurationError);
    expect(construct).toThrow(name);
    expect(construct).not.toThrow(SECRET);
  });

  it("can be undefined", () => {
    const unset = { systemId: undefined, authHeader: undefined, guardDeadlineMs: undefined };
    expect(() => new DataPlaneClient({ ...GIVEN, ...unset })).not.toThrow();
  });

  it("name a missing option together with its variable", () => {
    expect(() => new DataPlaneClient({ baseURL: GIVEN.baseURL })).toThrow(/apiKey.*GUARD_API_KEY/);
  });

  it("name a misspelled option, not the one that is missing because of it", () => {
    const misspelt = { baseUrl: GIVEN.baseURL, apiKey: GIVEN.apiKey } as never;
    expect(() => new DataPlaneClient(misspelt)).toThrow(/baseUrl is no known option/);
  });

  it("cannot include both fetch and dispatcher", () => {
    const both = { ...GIVEN, fetch: async () => new Response(), dispatcher: { dispatch() {} } };
    expect(() => new DataPlaneClient(both as never)).toThrow(/fetch and dispatcher/);
  });
});
