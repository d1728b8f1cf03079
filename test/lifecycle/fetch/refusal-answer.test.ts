import { describe, expect, it } from "vitest";
import {
  ConfigurationError,
  GuardDeniedError,
  GuardedModelError,
  GuardUnavailableError,
  RewriteMappingError,
  UnguardedRequestError,
} from "../../../src/errors.ts";
import { guardErrorOf } from "../../../src/guard-error-of.ts";
import { refusalAnswer } from "../../../src/lifecycle/fetch/refusal-answer.ts";
import { attachLifecycle, lifecycleOf } from "../../../src/lifecycle/lifecycle-of.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import type { Lifecycle } from "../../../src/types.ts";

const ID = "0d6e5a4c-2a4f-4f5e-9d3c-1a2b3c4d5e6f";
const FIELDS = { clientEventId: ID };

describe("a refusal as an HTTP response", () => {
  it("has the status and outcome of its code, and tells SDKs not to retry", async () => {
    const cases: [GuardedModelError, number, string][] = [
      [new GuardDeniedError("guard_denied", "m", FIELDS), 403, "denied"],
      [new RewriteMappingError("m", FIELDS), 403, "denied"],
      [new GuardDeniedError("uninspected_content", "m", FIELDS), 403, "denied"],
      [new GuardDeniedError("masking_failed", "m", FIELDS), 403, "denied"],
      [new UnguardedRequestError("m", FIELDS), 403, "unguarded"],
      [
        new GuardUnavailableError("m", { ...FIELDS, kind: "refused", attempts: 1 }),
        503,
        "unavailable",
      ],
      [new GuardedModelError("delivery_unavailable", "m", FIELDS), 503, "unavailable"],
    ];
    for (const [error, status, outcome] of cases) {
      const answer = refusalAnswer(error, openaiChatCodec);
      expect(answer?.status).toBe(status);
      expect(Object.fromEntries(answer?.headers ?? [])).toEqual({
        "content-type": "application/json",
        "x-should-retry": "false",
        "x-guard-outcome": outcome,
        "x-guard-client-event-id": ID,
      });
      expect(await answer?.json()).toEqual({
        error: {
          message: `m (${error.code}, client_event_id ${ID})`,
          type: "guard_error",
          param: null,
          code: error.code,
        },
      });
    }
  });

  it("has a plain body if the provider's error format is not known", async () => {
    const answer = refusalAnswer(new UnguardedRequestError("m"), undefined);
    expect(await answer?.json()).toEqual({
      error: { message: "m (unguarded_request)", code: "unguarded_request" },
    });
    expect(answer?.headers.has("x-guard-client-event-id")).toBe(false);
  });

  it("lets guardErrorOf find the original error in an SDK's error", () => {
    const error = new RewriteMappingError("m", FIELDS);
    const answer = refusalAnswer(error, openaiChatCodec);
    const sdkError = Object.assign(new Error("403"), { status: 403, headers: answer?.headers });
    expect(guardErrorOf(sdkError)).toBe(error);
  });

  it("lets guardErrorOf find the original error by its message alone", async () => {
    const error = new GuardDeniedError("guard_denied", "m", FIELDS);
    const body = await refusalAnswer(error, openaiChatCodec)?.json();
    const framed = new Error(`PERMISSION_DENIED: 403 ${body.error.message}`);
    expect(guardErrorOf(framed)).toBe(error);
    expect(guardErrorOf(new Error("PERMISSION_DENIED: 403 m (guard_denied)"))).toBeUndefined();
  });

  it("says what it is in its status text, for clients that show nothing else of it", () => {
    // The AI SDK's providers of Google, Mistral and Cohere do so if a body is not quite as theirs.
    const error = new GuardDeniedError("guard_denied", "m", FIELDS);
    const shown = new Error(refusalAnswer(error, openaiChatCodec)?.statusText);
    expect(shown.message).toBe(`guard_denied, client_event_id ${ID}`);
    expect(guardErrorOf(shown)).toBe(error);
    expect(refusalAnswer(new UnguardedRequestError("m"), undefined)?.statusText).toBe(
      "unguarded_request",
    );
  });

  it("names its lifecycle even if the error does not", () => {
    const error = new GuardedModelError("delivery_unavailable", "m");
    attachLifecycle(error, { clientEventId: ID } as Lifecycle);
    const answer = refusalAnswer(error, openaiChatCodec);
    expect(answer?.headers.get("x-guard-client-event-id")).toBe(ID);
  });

  it("is made for errors of another build of this package", async () => {
    const url = new URL("../../../src/errors.ts?another-build", import.meta.url).href;
    const other = (await import(url)) as typeof import("../../../src/errors.ts");
    const answer = refusalAnswer(new other.GuardDeniedError("guard_denied", "m"), openaiChatCodec);
    expect(answer?.status).toBe(403);
  });

  it("is not made for any other error", () => {
    const denied = new GuardDeniedError("guard_denied", "m");
    const others = [
      new Error("the provider's own"),
      new Error("the provider's own", { cause: denied }),
      new ConfigurationError("m"),
      new GuardedModelError("client_closed", "m"),
      { code: "guard_denied" },
      "guard_denied",
      undefined,
    ];
    for (const other of others) expect(refusalAnswer(other, openaiChatCodec)).toBeUndefined();
  });
});

describe("lifecycleOf", () => {
  it("knows the objects and functions that came from a call, and nothing else", () => {
    const lifecycle = { clientEventId: ID } as Lifecycle;
    const known = [{}, () => 1, new Error("x"), Object.freeze({}), new Response()];
    for (const value of known) {
      attachLifecycle(value, lifecycle);
      expect(lifecycleOf(value)).toBe(lifecycle);
    }
    for (const value of [undefined, null, "text", 7, Symbol("x"), {}, new Error("y")]) {
      attachLifecycle(typeof value === "object" ? undefined : value, lifecycle);
      expect(lifecycleOf(value)).toBeUndefined();
    }
  });

  it("returns the latest for an object that came from several calls", () => {
    const shared = new Error("one reason for many calls");
    const [first, second] = [{ clientEventId: "1" }, { clientEventId: "2" }] as Lifecycle[];
    if (first !== undefined) attachLifecycle(shared, first);
    if (second !== undefined) attachLifecycle(shared, second);
    expect(lifecycleOf(shared)).toBe(second);
  });

  it("is shared with another build of this package", async () => {
    const url = new URL("../../../src/lifecycle/lifecycle-of.ts?another-build", import.meta.url)
      .href;
    const other = (await import(url)) as typeof import("../../../src/lifecycle/lifecycle-of.ts");
    const answer = {};
    attachLifecycle(answer, { clientEventId: ID } as Lifecycle);
    expect(other.lifecycleOf(answer)?.clientEventId).toBe(ID);
  });
});
