import { describe, expect, it } from "vitest";
import { DataPlaneError, GuardDeniedError, UnguardedRequestError } from "../../../src/errors.ts";
import { errorNote } from "../../../src/lifecycle/report/error-note.ts";

class APIConnectionError extends Error {}

describe("the telemetry of an error", () => {
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

  it("has the status that AWS keeps in the metadata of an error", () => {
    const throttled = { name: "ThrottlingException", $metadata: { httpStatusCode: 429 } };
    expect(errorNote(Object.assign(new Error("text"), throttled))).toEqual({
      name: "ThrottlingException",
      status: 429,
    });
    const unanswered = { name: "TimeoutError", $metadata: { attempts: 3 } };
    expect(errorNote(Object.assign(new Error("text"), unanswered))).toEqual({
      name: "TimeoutError",
    });
    expect(errorNote({ name: "Odd", $metadata: null, constructor: undefined })).toEqual({
      name: "Odd",
    });
  });

  it("is the code of our own refusals, without a status that no server sent", () => {
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

  it("uses the class's name if the error has none of its own", () => {
    expect(errorNote(new APIConnectionError("text"))).toEqual({ name: "APIConnectionError" });
    expect(errorNote(new Error("text"))).toEqual({ name: "Error" });
    expect(errorNote(Object.assign(new Error(), { name: "with blanks in it" }))).toEqual({
      name: "Error",
    });
  });

  it("keeps status and code of an error that has no class", () => {
    const facts = { status: 429, code: "slow_down" };
    expect(errorNote(Object.assign(Object.create(null), facts))).toEqual(facts);
    expect(errorNote({ ...facts, constructor: null })).toEqual(facts);
  });

  it("is the type of a thrown value that is not an object", () => {
    expect(errorNote("a whole prompt")).toEqual({ name: "string" });
    expect(errorNote(undefined)).toEqual({ name: "undefined" });
    expect(errorNote(null)).toEqual({ name: "object" });
  });

  it("contains no text that does not look like a name, status or code", () => {
    const wrong = [
      { name: "my secret prompt", status: "429", code: "a b" },
      { name: "x".repeat(65), status: 99, code: "" },
      { name: 7, status: 600, code: 1.5 },
      { name: "line\nbreak", status: 404.5, code: { deep: true } },
      { name: "ünïcode", status: Number.NaN, code: null },
      { name: ["Ada"], status: [404], code: ["Ada"] },
    ];
    for (const each of wrong) expect(errorNote({ ...each, constructor: undefined })).toEqual({});
    const AskedBy = class extends Error {};
    Object.defineProperty(AskedBy, "name", { value: "asked by Ada" });
    expect(errorNote(new AskedBy("text"))).toEqual({});
  });

  it("has every status that HTTP knows", () => {
    for (const status of [100, 599]) {
      expect(errorNote({ name: "HttpError", status })).toEqual({ name: "HttpError", status });
    }
  });

  it("is empty for an error that throws when it is inspected", () => {
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
