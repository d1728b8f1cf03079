import { describe, expect, it } from "vitest";
import { DataPlaneClient } from "../../src/data-plane/by-hand/data-plane-client.ts";
import { ConfigurationError } from "../../src/errors.ts";

const KEY = ["sk", "live", "x".repeat(24)].join("_");
const GIVEN = { baseURL: "https://guard.example", apiKey: KEY };
const SECRET = ["the", "value"].join("-");

describe("a client for doing it by hand checks its options before anything is sent", () => {
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
  ])("and names the wrong one, never its value: %s (%#)", (name, value) => {
    const construct = () => new DataPlaneClient({ ...GIVEN, [name]: value } as never);
    expect(construct).toThrow(ConfigurationError);
    expect(construct).toThrow(name);
    expect(construct).not.toThrow(SECRET);
  });

  it("and takes undefined for not given", () => {
    const unset = { systemId: undefined, authHeader: undefined, guardDeadlineMs: undefined };
    expect(() => new DataPlaneClient({ ...GIVEN, ...unset })).not.toThrow();
  });

  it("and names what is missing together with its variable", () => {
    expect(() => new DataPlaneClient({ baseURL: GIVEN.baseURL })).toThrow(/apiKey.*GUARD_API_KEY/);
  });

  it("and names an option that is misspelt, not the one that is missing for that reason", () => {
    const misspelt = { baseUrl: GIVEN.baseURL, apiKey: GIVEN.apiKey } as never;
    expect(() => new DataPlaneClient(misspelt)).toThrow(/baseUrl is no known option/);
  });

  it("and wants one way of sending, not two", () => {
    const both = { ...GIVEN, fetch: async () => new Response(), dispatcher: { dispatch() {} } };
    expect(() => new DataPlaneClient(both as never)).toThrow(/fetch and dispatcher/);
  });
});
