import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, it, vi } from "vitest";
import { isUuid } from "../../../src/contract/uuid.ts";
import { ConfigurationError } from "../../../src/errors.ts";
import { contextOf } from "../../../src/lifecycle/context/call-context.ts";
import {
  type CallContext,
  EMPTY_CONTEXT,
  mergeContext,
} from "../../../src/lifecycle/context/context.ts";
import { runWithContext } from "../../../src/lifecycle/context/scope.ts";
import { buildGate } from "../../support/stands/gate.ts";

const ID = "0d6e5a4c-2a4f-4f5e-9d3c-1a2b3c4d5e6f";

describe("merging contexts", () => {
  it("prefers the later one, and merges metadata, identity and capabilities key by key", () => {
    const base = mergeContext(EMPTY_CONTEXT, {
      userId: "base",
      metadata: { team: "a", tier: 1 },
      requestIdentity: { userAgent: "agent/1", geo: "DE" },
      clientCapabilities: { framework: "express" },
    });
    const merged = mergeContext(base, {
      userId: "call",
      metadata: { tier: 2, feature: "search" },
      requestIdentity: { geo: "FR", device: "phone" },
      clientCapabilities: { hasFeedbackHandler: true },
    });
    expect(merged).toMatchObject({
      userId: "call",
      metadata: { team: "a", tier: 2, feature: "search" },
      requestIdentity: { userAgent: "agent/1", geo: "FR", device: "phone" },
      clientCapabilities: { framework: "express", hasFeedbackHandler: true },
    });
    expect(base.metadata).toEqual({ team: "a", tier: 1 });
  });

  it("treats undefined as absent, at every level", () => {
    const { signal } = new AbortController();
    const base = mergeContext(EMPTY_CONTEXT, {
      userId: "base",
      metadata: { team: "a" },
      signal,
      onLifecycle: () => undefined,
    });
    const over: CallContext = {
      clientEventId: undefined,
      userId: undefined,
      metadata: { team: undefined },
      requestIdentity: undefined,
      clientCapabilities: undefined,
      signal: undefined,
      onLifecycle: undefined,
    };
    expect(mergeContext(base, over)).toEqual(base);
    expect(mergeContext(base, over).signal).toBe(signal);
    expect(mergeContext(base, undefined)).toBe(base);
  });

  it("copies the values, so that later changes by the caller reach no event", () => {
    const labels = ["one"];
    const merged = mergeContext(EMPTY_CONTEXT, { metadata: { labels, at: new Date(0) } });
    labels.push("two");
    expect(merged.metadata).toEqual({ labels: ["one"], at: "1970-01-01T00:00:00.000Z" });
  });

  it("omits metadata that JSON cannot represent", () => {
    const merged = mergeContext(EMPTY_CONTEXT, {
      metadata: {
        kept: 1,
        call: () => 1,
        mark: Symbol("mark"),
        hidden: { toJSON: () => undefined },
      },
    });
    expect(merged.metadata).toEqual({ kept: 1 });
  });

  it("does not change prototypes through a key such as __proto__", () => {
    const hostile = JSON.parse('{"__proto__": {"admin": true}, "constructor": "c"}') as object;
    const merged = mergeContext(EMPTY_CONTEXT, { metadata: { ...hostile } });
    const again = mergeContext(merged, { metadata: hostile as Record<string, unknown> });
    expect(Object.getPrototypeOf(again.metadata)).toBe(Object.prototype);
    expect((again.metadata as { admin?: boolean }).admin).toBeUndefined();
    expect(Object.keys(again.metadata ?? {})).toEqual(["constructor"]);
  });

  it("takes nothing from what other code has put on Object.prototype where nothing was given", () => {
    Object.assign(Object.prototype, { userId: "mallory" });
    try {
      expect(contextOf(buildGate({ context: EMPTY_CONTEXT }), undefined).userId).toBeUndefined();
    } finally {
      Reflect.deleteProperty(Object.prototype, "userId");
    }
  });
});

describe("an invalid context", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const secret = ["the", "value"].join("-");
  const wrong: [string, unknown][] = [
    ["clientEventId", secret],
    ["clientEventId", 7],
    ["userId", ""],
    ["userId", "u".repeat(129)],
    ["userId", null],
    ["metadata", secret],
    ["metadata", null],
    ["metadata", [secret]],
    ["metadata", cyclic],
    ["metadata", { big: 1n }],
    ["requestIdentity", secret],
    ["requestIdentity", [secret]],
    ["requestIdentity", cyclic],
    ["requestIdentity.userAgent", { userAgent: 1 }],
    ["requestIdentity.tenantId", { tenantId: null }],
    ["clientCapabilities.framework", { framework: 1 }],
    ["clientCapabilities.hasFeedbackHandler", { hasFeedbackHandler: "yes" }],
    ["signal", {}],
    ["signal", null],
    ["onLifecycle", "call me"],
  ];
  it.each(wrong)("is refused with the name of the field, never its value: %s", (field, value) => {
    const [name = ""] = field.split(".");
    const merge = () => mergeContext(EMPTY_CONTEXT, { [name]: value } as CallContext);
    expect(merge).toThrow(ConfigurationError);
    expect(merge).toThrow(field);
    expect(merge).not.toThrow(secret);
  });

  it("is refused if it is not an object", () => {
    expect(() => mergeContext(EMPTY_CONTEXT, "context" as never)).toThrow(ConfigurationError);
    expect(() => mergeContext(EMPTY_CONTEXT, null as never)).toThrow(ConfigurationError);
  });

  it("is refused if it is a promise, without an unhandled rejection", async () => {
    const late = async (): Promise<never> => Promise.reject(new Error("late"));
    expect(() => mergeContext(EMPTY_CONTEXT, late() as never)).toThrow(/await its promise/);
    for (const field of ["userId", "requestIdentity", "metadata", "signal"]) {
      const context = { [field]: late() } as CallContext;
      expect(() => mergeContext(EMPTY_CONTEXT, context)).toThrow(`${field} must be`);
    }
    await new Promise((resolve) => setImmediate(resolve));
  });

  it.each(["requestIdentity", "clientCapabilities", "metadata"])(
    "is refused if its %s is a promise: it would count as one without any keys",
    (field) => {
      const later = { [field]: Promise.resolve({ tenantId: "t" }) } as CallContext;
      expect(() => mergeContext(EMPTY_CONTEXT, later)).toThrow(
        `${field} must be an object: await its promise. Nothing was sent.`,
      );
    },
  );

  it.each(["userID", "meta", "tenantId", "prompt"])(
    "is refused if it has an unknown field, so that no identity gets lost: %s",
    (field) => {
      const merge = () => mergeContext(EMPTY_CONTEXT, { [field]: secret } as CallContext);
      expect(merge).toThrow(ConfigurationError);
      expect(merge).toThrow(`${field} is no known field`);
      expect(merge).not.toThrow(secret);
      expect(mergeContext(EMPTY_CONTEXT, { [field]: undefined } as CallContext)).toEqual(
        EMPTY_CONTEXT,
      );
    },
  );

  it("accepts a userId of minimum and maximum length", () => {
    for (const userId of ["u", "u".repeat(128)]) {
      expect(mergeContext(EMPTY_CONTEXT, { userId }).userId).toBe(userId);
    }
  });
});

describe("a UUID", () => {
  it("is recognized by its form, whatever its version and case", () => {
    expect(isUuid(ID)).toBe(true);
    expect(isUuid(ID.toUpperCase())).toBe(true);
    expect(isUuid("01893e1c-0000-7000-8000-000000000000")).toBe(true);
    for (const other of [
      "",
      `${ID} `,
      ID.slice(1),
      `{${ID}}`,
      ID.replaceAll("-", ""),
      7,
      undefined,
    ]) {
      expect(isUuid(other)).toBe(false);
    }
  });
});

describe("the context of a call", () => {
  it("merges the client's, then each scope's from the outside in, then the call's own", () => {
    const gate = buildGate({ context: { metadata: { from: "client", client: true } } });
    const scoped = (context: CallContext) => ({ family: gate.services, context, claim: undefined });
    const merged = runWithContext(scoped({ metadata: { from: "outer", outer: true } }), () =>
      runWithContext(scoped({ metadata: { from: "inner", inner: true } }), () =>
        contextOf(gate, { metadata: { from: "call" } }),
      ),
    );
    expect(merged.metadata).toEqual({ from: "call", client: true, outer: true, inner: true });
    expect(contextOf(gate, undefined).metadata).toEqual({ from: "client", client: true });
  });

  it("is unchanged by a scope without a context, such as an optional one that is not given", () => {
    const gate = buildGate({ context: { userId: "user-1" } });
    const scope = { family: gate.services, context: undefined as never, claim: undefined };
    const merged = runWithContext(scope, () => contextOf(gate, { metadata: { a: 1 } }));
    expect(merged).toMatchObject({ userId: "user-1", metadata: { a: 1 } });
  });

  it("takes nothing from a scope of another client", () => {
    const gate = buildGate();
    const other = buildGate();
    const scope = { family: other.services, context: { userId: "theirs" }, claim: undefined };
    const merged = runWithContext(scope, () => contextOf(gate, { metadata: { a: 1 } }));
    expect(merged.userId).toBeUndefined();
  });

  it("keeps the scope in asynchronous work", async () => {
    const gate = buildGate();
    const scope = { family: gate.services, context: { userId: "user-1" }, claim: undefined };
    const merged = await runWithContext(scope, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return contextOf(gate, undefined);
    });
    expect(merged.userId).toBe("user-1");
    expect(contextOf(gate, undefined).userId).toBeUndefined();
  });
});

it("a call reads no scope of a build that keeps them in another form, as objects", async () => {
  const before = new AsyncLocalStorage();
  vi.stubGlobal(Symbol.for("guarded-model-client.scope") as unknown as string, before);
  vi.resetModules();
  const { currentScope } = await import("../../../src/lifecycle/context/scope.ts");
  const scope = before.run({ contexts: [{}], enclosing: undefined }, currentScope);
  vi.unstubAllGlobals();
  expect(scope).toEqual({ contexts: [] });
});
