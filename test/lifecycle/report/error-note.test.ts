import { describe, expect, it } from "vitest";
import { DataPlaneError, GuardDeniedError, UnguardedRequestError } from "../../../src/errors.ts";
import { errorNote } from "../../../src/lifecycle/report/error-note.ts";

class APIConnectionError extends Error {}

describe("what telemetry says of an error", () => {
  it("is its name, status and code", () => {
    const error = Object.assign(new Error("text"), {
      name: "RateLimitError",
      status: 429,
      code: 7,
    });
    expect(errorNote(error)).toEqual({ name: "RateLimitError", status: 429, code: 7 });
    expect(errorNote(Object.assign(new Error("text"), { statusCode: 503 }))).toEqual({
      name: "Error",
      status: 503,
    });
    expect(errorNote(Object.assign(new TypeError("text"), { code: "ERR_INVALID_URL" }))).toEqual({
      name: "TypeError",
      code: "ERR_INVALID_URL",
    });
  });

  it("is the code of a refusal of ours, whose status nobody answered with", () => {
    expect(errorNote(new GuardDeniedError("guard_denied", "text"))).toEqual({
      name: "GuardDeniedError",
      code: "guard_denied",
    });
    expect(errorNote(new UnguardedRequestError("text"))).toEqual({
      name: "UnguardedRequestError",
      code: "unguarded_request",
    });
    expect(errorNote(new DataPlaneError("text", { status: 413 }))).toEqual({
      name: "DataPlaneError",
      status: 413,
      code: "data_plane",
    });
  });

  it("is its class's name where it has none of its own, as in SDKs", () => {
    expect(errorNote(new APIConnectionError("text"))).toEqual({ name: "APIConnectionError" });
    expect(errorNote(new Error("text"))).toEqual({ name: "Error" });
    expect(errorNote(Object.assign(new Error(), { name: "with blanks in it" }))).toEqual({
      name: "Error",
    });
  });

  it("is the kind of what was thrown when that was no object", () => {
    expect(errorNote("a whole prompt")).toEqual({ name: "string" });
    expect(errorNote(undefined)).toEqual({ name: "undefined" });
    expect(errorNote(null)).toEqual({ name: "object" });
  });

  it("never holds text: what has not the form of a name, status or code stays out", () => {
    const wrong = [
      { name: "my secret prompt", status: "429", code: "a b" },
      { name: "x".repeat(65), status: 99, code: "" },
      { name: 7, status: 600, code: 1.5 },
      { name: "line\nbreak", status: 404.5, code: { deep: true } },
      { name: "ünïcode", status: Number.NaN, code: null },
    ];
    for (const each of wrong) expect(errorNote({ ...each, constructor: undefined })).toEqual({});
  });

  it("is nothing rather than an exception when the error cannot be looked at", () => {
    const hostile = new Proxy(
      {},
      {
        get() {
          throw new Error("do not look");
        },
      },
    );
    expect(errorNote(hostile)).toEqual({});
    expect(errorNote(Object.create(null))).toEqual({});
  });
});
