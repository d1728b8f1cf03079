import { describe, expect, it } from "vitest";
import { openaiRoute } from "../../../src/providers/openai-routes/table.ts";

const verdictOf = (path: string, method = "POST") => openaiRoute({ method, path })?.verdict;

describe("the table of routes", () => {
  it.each([
    ["/v1/conversations/c_1", "harmless"],
    ["/openai/v1/conversations/c_1", "harmless"],
    ["/conversations/c_1", "harmless"],
    ["/v1/organization/projects/p/users", "harmless"],
    ["/v1/organization/users", "harmless"],
    ["/v1/threads/runs", "guarded"],
    ["/v1/files", "refused"],
    ["/v1/organization", undefined],
    ["/v1/conversations/c_1/more", undefined],
  ])("knows %s as %s", (path, verdict) => {
    expect(verdictOf(path)).toBe(verdict);
    expect(verdictOf(path, "post")).toBe(verdict);
  });

  it.each([
    "/v1/conversations/..",
    "/v1/conversations/.",
    "/v1/conversations/...",
    "/v1//conversations/c_1",
    "/v1/conversations/c_1/",
    "/v1/conversations/a%2fb",
    "/v1/conversations/a;b",
    "/v1/conversations/a\\b",
    "/v1/organization/../responses",
  ])("has no row for a path that a server may read as another one: %s", (path) => {
    expect(verdictOf(path)).toBeUndefined();
  });

  it("takes requests that only read or delete as harmless, whatever their path", () => {
    for (const method of ["GET", "head", "DELETE", "OPTIONS"]) {
      expect(verdictOf("/v1/anything/../else", method)).toBe("harmless");
    }
    expect(verdictOf("/v1/conversations/c_1", "PUT")).toBeUndefined();
  });
});
