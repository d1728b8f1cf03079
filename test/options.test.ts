import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GuardedModelClient } from "../src/client.ts";
import { ENVIRONMENT } from "../src/data-plane/connection-options.ts";
import { readMemoryOptions } from "../src/delivery/memory-delivery/memory-options.ts";
import { memoryDelivery } from "../src/delivery/memory-delivery.ts";
import { ConfigurationError } from "../src/errors.ts";
import { DEFAULTS, type GuardedModelClientOptions, resolveOptions } from "../src/options.ts";

const ID = "0d6e5a4c-2a4f-4f5e-9d3c-1a2b3c4d5e6f";
const KEY = ["sk", "live", "x".repeat(24)].join("_");
const GIVEN = { baseURL: "https://guard.example", apiKey: KEY };

describe("options", () => {
  it("need only a base URL and a key; everything else has a default", () => {
    expect(resolveOptions(GIVEN, {})).toEqual({
      ...GIVEN,
      systemId: undefined,
      authHeader: "x-service-api-key",
      allowInsecureHttp: false,
      guardDeadlineMs: 5_000,
      onGuardUnavailable: "fail-close",
      onUnmappableRewrite: "deny",
      denyUninspected: false,
      agentConfig: undefined,
      captureStreamUsage: "auto",
      restoreOutput: false,
      observers: [],
    });
  });

  it("are frozen, and the defaults too", () => {
    expect(Object.isFrozen(resolveOptions(GIVEN, {}))).toBe(true);
    expect(Object.isFrozen(DEFAULTS)).toBe(true);
    expect(Object.isFrozen(ENVIRONMENT)).toBe(true);
  });

  it("are read from the environment if they are not given", () => {
    const environment = {
      GUARD_BASE_URL: "https://env.example",
      GUARD_API_KEY: "env-key",
      GUARD_SYSTEM_ID: ID,
    };
    expect(resolveOptions(undefined, environment)).toMatchObject({
      baseURL: "https://env.example",
      apiKey: "env-key",
      systemId: ID,
    });
    expect(resolveOptions(GIVEN, environment)).toMatchObject({ ...GIVEN, systemId: ID });
    const unset = { baseURL: undefined, apiKey: undefined, systemId: undefined };
    expect(resolveOptions(unset, environment)).toMatchObject({ baseURL: "https://env.example" });
    expect(resolveOptions(GIVEN, { GUARD_SYSTEM_ID: "" }).systemId).toBeUndefined();
  });

  it("can all be undefined, which means not given", () => {
    const names: (keyof GuardedModelClientOptions)[] = [
      "systemId",
      "authHeader",
      "allowInsecureHttp",
      "guardDeadlineMs",
      "onGuardUnavailable",
      "onUnmappableRewrite",
      "denyUninspected",
      "agentConfig",
      "masker",
      "restoreOutput",
      "guardScope",
      "beforeIngest",
      "captureStreamUsage",
      "delivery",
      "defaults",
      "observers",
      "logger",
      "fetch",
      "dispatcher",
      "waitUntil",
    ];
    const unset = Object.fromEntries(names.map((name) => [name, undefined]));
    expect(resolveOptions({ ...GIVEN, ...unset }, {})).toEqual(resolveOptions(GIVEN, {}));
    const nested = { ...GIVEN, agentConfig: { ttlMs: undefined, required: undefined } };
    expect(resolveOptions(nested, {})).toEqual(resolveOptions({ ...GIVEN, agentConfig: true }, {}));
  });

  it("may be an instance of a class, whose getters its prototype has", () => {
    class Settings {
      get baseURL() {
        return GIVEN.baseURL;
      }
      get apiKey() {
        return KEY;
      }
      get denyUninspected() {
        return true;
      }
    }
    const environment = { GUARD_BASE_URL: "https://env.example" };
    expect(resolveOptions(new Settings(), environment)).toMatchObject({
      ...GIVEN,
      denyUninspected: true,
    });
    expect(() => resolveOptions(Object.create({ ...GIVEN, restoreOutput: true }), {})).toThrow(
      "restoreOutput needs a masker",
    );
  });

  it("of memoryDelivery may be an instance of a class as well", () => {
    class Bounds {
      get maxEvents() {
        return 7;
      }
      get whenFull() {
        return "wait" as const;
      }
    }
    expect(readMemoryOptions(new Bounds())).toMatchObject({ maxEvents: 7, whenFull: "wait" });
  });

  it("are refused if one is named __proto__, as JSON.parse makes it", () => {
    const parsed = JSON.parse('{ "__proto__": { "allowInsecureHttp": true } }');
    expect(() => resolveOptions({ ...GIVEN, ...parsed }, {})).toThrow(
      "__proto__ is no known option",
    );
    expect(() => readMemoryOptions(parsed)).toThrow("__proto__ is no known option");
  });

  it("are not read from the prototype of every object", () => {
    const polluted = Object.prototype as { allowInsecureHttp?: boolean };
    try {
      polluted.allowInsecureHttp = true;
      expect(resolveOptions(GIVEN, {}).allowInsecureHttp).toBe(false);
    } finally {
      delete polluted.allowInsecureHttp;
    }
  });

  it("do not allow restoreOutput without a masker", () => {
    expect(() => resolveOptions({ ...GIVEN, restoreOutput: true }, {})).toThrow(
      "restoreOutput needs a masker",
    );
  });

  it("are kept as given if they are valid", () => {
    const functions = {
      apiKey: async () => KEY,
      onGuardUnavailable: () => "deny" as const,
      denyUninspected: () => true,
      guardScope: () => true,
      beforeIngest: () => "withhold" as const,
      waitUntil: () => undefined,
      fetch: async () => new Response(),
    };
    const more = {
      ...functions,
      baseURL: "https://guard.example",
      systemId: ID.toUpperCase(),
      authHeader: "authorization" as const,
      allowInsecureHttp: true,
      guardDeadlineMs: 1,
      onUnmappableRewrite: "collapse" as const,
      captureStreamUsage: "never" as const,
      delivery: memoryDelivery(),
      defaults: { userId: "user-1" },
      observers: [{}],
      logger: console,
    };
    const resolved = resolveOptions(more, {});
    for (const [name, value] of Object.entries(more)) {
      expect(resolved[name as keyof typeof resolved]).toBe(
        Array.isArray(value) ? resolved.observers : value,
      );
    }
    expect(resolveOptions({ ...GIVEN, dispatcher: { dispatch() {} } as never }, {}).fetch).toBe(
      undefined,
    );
    expect(resolveOptions({ ...GIVEN, agentConfig: true }, {}).agentConfig).toEqual({});
    expect(resolveOptions({ ...GIVEN, agentConfig: false }, {}).agentConfig).toBe(undefined);
    expect(resolveOptions({ ...GIVEN, agentConfig: { ttlMs: 5 } }, {}).agentConfig?.ttlMs).toBe(5);
  });

  it("accept a system id of any UUID version", () => {
    for (const systemId of [
      "00000000-0000-0000-0000-00000000000a",
      "11111111-1111-1111-1111-111111111111",
    ]) {
      expect(resolveOptions({ ...GIVEN, systemId }, {}).systemId).toBe(systemId);
    }
  });
});

describe("a wrong option", () => {
  const secret = ["the", "value"].join("-");
  const wrong: [string, unknown][] = [
    ["baseURL", 7],
    ["apiKey", 7],
    ["apiKey", { key: secret }],
    ["systemId", secret],
    ["authHeader", secret],
    ["allowInsecureHttp", secret],
    ["guardDeadlineMs", 0],
    ["guardDeadlineMs", -1],
    ["guardDeadlineMs", 1.5],
    ["guardDeadlineMs", Number.NaN],
    ["guardDeadlineMs", Number.POSITIVE_INFINITY],
    ["guardDeadlineMs", 2 ** 31],
    ["guardDeadlineMs", secret],
    ["onGuardUnavailable", secret],
    ["onUnmappableRewrite", secret],
    ["denyUninspected", secret],
    ["agentConfig", secret],
    ["agentConfig", []],
    ["agentConfig", { ttlMs: -1 }],
    ["agentConfig", { required: secret }],
    ["agentConfig.unknown", { unknown: secret }],
    ["masker", { mask: secret }],
    ["masker", { open: () => secret }],
    ["restoreOutput", secret],
    ["guardScope", secret],
    ["beforeIngest", secret],
    ["captureStreamUsage", secret],
    ["delivery", { name: secret }],
    ["delivery", null],
    ["defaults", secret],
    ["defaults", []],
    ["observers", secret],
    ["observers.0", [secret]],
    ["observers.0.onEnd", [{ onEnd: secret }]],
    ["observers.1.within", [{}, { within: true }]],
    ["logger", secret],
    ["logger.warn", { warn: secret }],
    ["logger.error", { warn() {}, error: 1 }],
    ["fetch", secret],
    ["dispatcher", { name: secret }],
    ["waitUntil", secret],
  ];
  it.each(wrong)("is refused with its name and never its value: %s (%#)", (path, value) => {
    const [name = ""] = path.split(".");
    const resolve = () => resolveOptions({ ...GIVEN, [name]: value } as never, {});
    expect(resolve).toThrow(ConfigurationError);
    expect(resolve).toThrow(path);
    const variable = (ENVIRONMENT as Record<string, string>)[name];
    if (variable !== undefined) expect(resolve).toThrow(variable);
    expect(resolve).not.toThrow(secret);
  });

  it("is tested here for every documented option", () => {
    const tried = wrong.map(([path]) => path.split(".")[0] ?? "");
    const inReadme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const table = inReadme.slice(inReadme.indexOf("## Options"), inReadme.indexOf("## Delivery"));
    const documented = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(new Set(tried)).toEqual(new Set(documented));
  });

  it.each([
    ["userId", { userId: "" }],
    ["requestIdentity.geo", { requestIdentity: { geo: 7 } }],
    ["userID", { userID: "u" }],
  ])("is named with its path if it is in the defaults: %s", (path, defaults) => {
    const construct = () => new GuardedModelClient({ ...GIVEN, defaults } as never);
    expect(construct).toThrow(`defaults.${path} `);
  });

  it("is refused if the options are an array, even if the environment has the rest", () => {
    const environment = { GUARD_BASE_URL: GIVEN.baseURL, GUARD_API_KEY: KEY };
    const resolve = () => resolveOptions([] as never, environment);
    expect(resolve).toThrow(new ConfigurationError("The options must be an object."));
  });

  it("is refused if the options are a promise, here and of memoryDelivery: all would be the defaults", () => {
    const later = Promise.resolve(GIVEN) as never;
    const environment = { GUARD_BASE_URL: "https://env.example", GUARD_API_KEY: KEY };
    expect(() => resolveOptions(later, environment)).toThrow(
      new ConfigurationError("The options must be an object: await its promise."),
    );
    expect(() => memoryDelivery(later)).toThrow(
      "memoryDelivery: options must be an object: await its promise.",
    );
  });

  it("is refused by name, with the known ones, so that no typo weakens a guard", () => {
    const resolve = () => resolveOptions({ ...GIVEN, onGuardUnavailble: "fail-open" } as never, {});
    expect(resolve).toThrow(/onGuardUnavailble is no known option; known are baseURL, .*logger/);
    expect(resolve).toThrow(/ onGuardUnavailable, /);
  });

  it("is named together with its environment variable", () => {
    expect(() => resolveOptions({ baseURL: GIVEN.baseURL }, {})).toThrow(/apiKey.*GUARD_API_KEY/);
    expect(() => resolveOptions(undefined, { GUARD_API_KEY: KEY })).toThrow(
      /baseURL.*GUARD_BASE_URL/,
    );
    const bad = () => resolveOptions(GIVEN, { GUARD_SYSTEM_ID: secret });
    expect(bad).toThrow(/systemId.*GUARD_SYSTEM_ID.*UUID/);
    expect(bad).not.toThrow(secret);
  });

  it("is refused if it is not an object of options", () => {
    for (const options of ["options", 7, null]) {
      expect(() => resolveOptions(options as never, {})).toThrow(ConfigurationError);
    }
  });

  it("is fetch together with dispatcher", () => {
    const both = { ...GIVEN, fetch: async () => new Response(), dispatcher: { dispatch() {} } };
    expect(() => resolveOptions(both as never, {})).toThrow(/fetch and dispatcher/);
  });
});
