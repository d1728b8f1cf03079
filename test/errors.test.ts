import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import {
  ConfigurationError,
  DataPlaneError,
  type ErrorCode,
  GuardDeniedError,
  GuardedModelError,
  GuardUnavailableError,
  RewriteMappingError,
  UnguardedRequestError,
} from "../src/errors.ts";
import {
  guardErrorOf,
  isGuardDenied,
  isGuardUnavailable,
  REFUSAL_HEADERS,
} from "../src/guard-error-of.ts";
import { rememberRefusal } from "../src/lifecycle/fetch/remember-refusal.ts";
import type { GuardDecision } from "../src/types.ts";

const ID = "0d6e5a4c-2a4f-4f5e-9d3c-1a2b3c4d5e6f";
const SECRET = ["SEC", "RET"].join("");
const DECISION: GuardDecision = {
  allowed: false,
  reason: "no",
  transformedInput: SECRET,
  guardEventId: undefined,
  shadowMode: undefined,
  simulatedDecision: { quoted: SECRET },
  source: "guard",
  raw: () => ({ quoted: SECRET }),
};

describe("our errors", () => {
  it("each have a stable code and a name, and share a base class", () => {
    const family: [GuardedModelError, ErrorCode, string][] = [
      [new GuardDeniedError("guard_denied", "m"), "guard_denied", "GuardDeniedError"],
      [new RewriteMappingError("m"), "rewrite_unmappable", "RewriteMappingError"],
      [
        new GuardUnavailableError("m", { kind: "refused", attempts: 1 }),
        "guard_unavailable",
        "GuardUnavailableError",
      ],
      [new UnguardedRequestError("m"), "unguarded_request", "UnguardedRequestError"],
      [new DataPlaneError("m"), "data_plane", "DataPlaneError"],
      [new ConfigurationError("m"), "configuration", "ConfigurationError"],
      [new GuardedModelError("client_closed", "m"), "client_closed", "GuardedModelError"],
    ];
    for (const [error, code, name] of family) {
      expect(error).toBeInstanceOf(GuardedModelError);
      expect(error).toBeInstanceOf(Error);
      expect([error.code, error.name, error.message]).toEqual([code, name, "m"]);
      expect([error.clientEventId, error.retryable]).toEqual([undefined, false]);
      expect("cause" in error).toBe(false);
    }
    expect(new RewriteMappingError("m")).toBeInstanceOf(GuardDeniedError);
  });

  it("contain their cause, the call's id and whether a retry may help", () => {
    const cause = new Error("ECONNRESET");
    const fields = { clientEventId: ID, retryable: true, cause };
    expect(new GuardedModelError("client_closed", "m", fields)).toMatchObject(fields);
  });

  it("are retryable for an outage that may be temporary", () => {
    const retryable = (["unreachable", "overloaded", "refused", "unproven"] as const).map(
      (kind) => new GuardUnavailableError("m", { kind, attempts: 1 }).retryable,
    );
    expect(retryable).toEqual([true, true, false, false]);
  });

  it("contain the decision of a denial, which is not printed or serialized", () => {
    for (const error of [
      new GuardDeniedError("guard_denied", "m", { reason: "no", decision: DECISION }),
      new RewriteMappingError("m", { decision: DECISION }),
    ]) {
      expect(error.decision).toBe(DECISION);
      for (const shown of [inspect(error, { depth: 9 }), JSON.stringify({ ...error })]) {
        expect(shown).not.toContain(SECRET);
      }
    }
  });

  it("contain the service's details, which are not printed or serialized", () => {
    const error = new DataPlaneError("m", {
      status: 400,
      error: "invalid",
      details: { fieldErrors: { input: [SECRET] }, echo: SECRET },
    });
    expect(error.details).toMatchObject({ echo: SECRET });
    expect(error.fieldErrors).toEqual({ input: [SECRET] });
    expect(inspect(error, { depth: 9 })).not.toContain(SECRET);
    expect(JSON.stringify(error)).not.toContain(SECRET);
  });

  it("have no field errors if the service sent none", () => {
    const inherited: unknown = Object.create({ fieldErrors: { input: ["x"] } });
    for (const details of [undefined, null, "text", 7, {}, { fieldErrors: "text" }, inherited]) {
      expect(new DataPlaneError("m", { details }).fieldErrors).toBeUndefined();
    }
  });
});

describe("guardErrorOf", () => {
  const denied = new GuardDeniedError("guard_denied", "m", { clientEventId: ID });

  it("finds our error itself and in a chain of causes", () => {
    expect(guardErrorOf(denied)).toBe(denied);
    const wrapped = new Error("connection error", { cause: new Error("inner", { cause: denied }) });
    expect(guardErrorOf(wrapped)).toBe(denied);
    expect(isGuardDenied(wrapped)).toBe(true);
    expect(isGuardUnavailable(wrapped)).toBe(false);
  });

  it("finds it in the properties where frameworks keep it, but not in a body there", () => {
    const error = new GuardDeniedError("guard_denied", "no");
    expect(guardErrorOf(Object.assign(new Error("gave up"), { lastError: error }))).toBe(error);
    // The OpenAI Agents SDK, for a guardrail or a tool that calls a model.
    expect(guardErrorOf(Object.assign(new Error("guardrail"), { error }))).toBe(error);
    const headers = { [REFUSAL_HEADERS.outcome]: "denied" };
    expect(guardErrorOf(Object.assign(new Error("403"), { error: { headers } }))).toBeUndefined();
  });

  it("finds nothing in anything else, and never throws", () => {
    const cyclic = new Error("cyclic");
    cyclic.cause = cyclic;
    const hostile = new Proxy(
      {},
      {
        get() {
          throw new Error("do not look");
        },
      },
    );
    const others = [
      undefined,
      null,
      "text",
      7,
      new Error("x"),
      {},
      cyclic,
      hostile,
      { headers: 1 },
    ];
    for (const other of others) {
      expect(guardErrorOf(other)).toBeUndefined();
      expect(isGuardDenied(other)).toBe(false);
      expect(isGuardUnavailable(other)).toBe(false);
    }
  });

  it("stops in a chain without an end", () => {
    let deep: Error = denied;
    for (let depth = 0; depth < 40; depth += 1) deep = new Error("outer", { cause: deep });
    expect(guardErrorOf(deep)).toBeUndefined();
  });

  it("recognizes the errors of another installed copy by their brand", async () => {
    const url = new URL("../src/errors.ts?another-copy", import.meta.url).href;
    const copy = (await import(url)) as typeof import("../src/errors.ts");
    const theirs = new copy.GuardDeniedError("masking_failed", "m");
    expect(theirs).not.toBeInstanceOf(GuardedModelError);
    expect(guardErrorOf(theirs)).toBe(theirs);
    expect(isGuardDenied(theirs)).toBe(true);
  });

  it("distinguishes denials from outages by their code", () => {
    const codes: [ErrorCode, boolean, boolean][] = [
      ["guard_denied", true, false],
      ["rewrite_unmappable", true, false],
      ["uninspected_content", true, false],
      ["masking_failed", true, false],
      ["guard_unavailable", false, true],
      ["client_closed", false, false],
      ["unguarded_request", false, false],
      ["delivery_unavailable", false, false],
      ["data_plane", false, false],
      ["configuration", false, false],
    ];
    for (const [code, denial, outage] of codes) {
      const error = new GuardedModelError(code, "m");
      expect([code, isGuardDenied(error), isGuardUnavailable(error)]).toEqual([
        code,
        denial,
        outage,
      ]);
    }
  });
});

describe("an SDK's error for a refusal of ours", () => {
  it("leads to the original error through the headers, wherever they are kept", () => {
    const denied = new GuardDeniedError("uninspected_content", "m", { clientEventId: ID });
    rememberRefusal(ID, denied);
    const plain = { [REFUSAL_HEADERS.outcome]: "denied", [REFUSAL_HEADERS.clientEventId]: ID };
    expect(guardErrorOf(sdkError({ headers: new Headers(plain) }))).toBe(denied);
    expect(guardErrorOf(sdkError({ headers: plain }))).toBe(denied);
    expect(guardErrorOf(sdkError({ responseHeaders: plain }))).toBe(denied);
    // `rawResponse` is what clients generated by Fern have, such as those of Cohere and Voyage.
    for (const name of ["response", "rawResponse", "$response"]) {
      const held = { [name]: new Response(null, { headers: plain }) };
      expect(guardErrorOf(sdkError(held)), name).toBe(denied);
    }
    expect(guardErrorOf(new Error("retried", { cause: sdkError({ headers: plain }) }))).toBe(
      denied,
    );
  });

  it("leads to it from the text of the body alone, which is all that some SDKs keep", async () => {
    const id = "7c1d3e2a-9b8f-4a6d-8e5c-3f2b1a0d9c8e";
    const denied = new GuardDeniedError("guard_denied", "m", { clientEventId: id });
    rememberRefusal(id, denied);
    const body = {
      error: { code: "guard_denied", details: [{ metadata: { client_event_id: id } }] },
    };
    expect(guardErrorOf(new Error(JSON.stringify(body)))).toBe(denied);
    expect(guardErrorOf(new Error(`m (guard_denied, client_event_id ${id})`))).toBe(denied);
    const url = new URL("../src/guard-error-of.ts?another-copy", import.meta.url).href;
    const copy = (await import(url)) as typeof import("../src/guard-error-of.ts");
    expect(copy.guardErrorOf(new Error(JSON.stringify(body)))).toBe(denied);
  });

  it("is not confused with a provider's own error, whatever its text looks like", () => {
    const theirs = "b2b1c7a0-51a5-4d2f-8f57-6d8f0c1e2a3c";
    const lookAlikes = [
      JSON.stringify({ error: { code: "guard_denied", status: "PERMISSION_DENIED" } }),
      `The guard denied this call. (guard_denied, client_event_id ${theirs})`,
      "upstream timed out, request 7c1d3e2a-9b8f-4a6d-8e5c-3f2b1a0d9c8e",
      "guard_denied: 7c1d3e2a-9b8f-4a6d-8e5c",
    ];
    for (const message of lookAlikes) {
      expect(guardErrorOf(Object.assign(new Error(message), { status: 403 }))).toBeUndefined();
    }
  });

  it("gives an equivalent error if the original one is unknown", () => {
    const unknownId = "b2b1c7a0-51a5-4d2f-8f57-6d8f0c1e2a3b";
    const read = (outcome: string, own: object = {}) => {
      const headers = {
        [REFUSAL_HEADERS.outcome]: outcome,
        [REFUSAL_HEADERS.clientEventId]: unknownId,
      };
      return guardErrorOf(sdkError({ headers, ...own }));
    };
    expect(read("denied")).toMatchObject({ code: "guard_denied", clientEventId: unknownId });
    expect(read("denied", { code: "rewrite_unmappable" })?.code).toBe("rewrite_unmappable");
    expect(read("denied", { error: { code: "masking_failed" } })?.code).toBe("masking_failed");
    expect(read("denied", { code: "configuration" })?.code).toBe("guard_denied");
    expect(read("denied", { error: null })?.code).toBe("guard_denied");
    expect(read("unavailable")?.code).toBe("guard_unavailable");
    expect(read("unavailable", { code: "delivery_unavailable" })?.code).toBe(
      "delivery_unavailable",
    );
    expect(read("unguarded")).toBeInstanceOf(UnguardedRequestError);
    expect(read("something newer")).toBeUndefined();
    for (const outcome of ["denied", "unavailable", "unguarded"]) {
      expect(read(outcome)?.message).toMatch(/The message of `cause` says why and what to do/);
      expect(read(outcome)?.cause).toBeInstanceOf(Error);
    }
  });

  it("leads only to the latest originals, which are kept in bounded memory", () => {
    const error = new GuardDeniedError("guard_denied", "the first");
    rememberRefusal("first", error);
    for (let n = 0; n < 1_000; n += 1) {
      rememberRefusal(`id-${n}`, new GuardDeniedError("guard_denied", `number ${n}`));
    }
    const messageOf = (id: string) =>
      guardErrorOf(
        sdkError({
          headers: { [REFUSAL_HEADERS.outcome]: "denied", [REFUSAL_HEADERS.clientEventId]: id },
        }),
      )?.message;
    expect(messageOf("id-999")).toBe("number 999");
    expect(messageOf("id-0")).toBe("number 0");
    expect(messageOf("first")).not.toBe("the first");
  });
});

function sdkError(fields: object): Error {
  return Object.assign(new Error("403 status code"), { status: 403, ...fields });
}
