import { describe, expect, it } from "vitest";
import { BUILT_IN_CODECS } from "../../../src/providers/formats.ts";
import { isPostTo, isPostToMethod, isPostToPattern } from "../../../src/providers/route/route.ts";

const post = (path: string, method = "POST") => ({ method, path });

describe("a path pattern with a variable", () => {
  const pattern = "/threads/{}/messages";

  it.each([
    "/v1/threads/t/messages",
    "/threads/t/messages/",
    "//Threads//t//MESSAGES",
    "/v1/threads/a%2eb/messages?x=y",
    "/v1/threads%2Ft%2Fmessages",
    "/v1/threads/../threads/t/./messages",
    "/v1/threads/t/x/../messages",
    "/v1/threads/t%2fx%2F..%2fmessages",
    "/v1/threads%25252Ft%25252Fmessages",
    "/v1/threads/100%/messages",
    "/v1\\threads\\t\\messages",
    "/v1/threads;v=1/t/messages;x",
    "/v1/threads/a%3Fb/messages",
    "/v1/threads/a%23b/messages/",
    "/%23/threads/a;b/messages",
  ])("matches %s", (path) => {
    expect(isPostToPattern(post(path), pattern)).toBe(true);
    expect(isPostToPattern(post(path, " post "), pattern)).toBe(true);
    expect(isPostToPattern(post(path, "PUT"), pattern)).toBe(false);
  });

  it.each([
    "/threads/messages",
    "/threads/t/messages/m",
    "/threads/t/u/messages",
    "/t/messages",
    "/xthreads/t/messages",
    "/threads/t/messages/..",
    "",
    "/",
  ])("does not match %s", (path) => {
    expect(isPostToPattern(post(path), pattern)).toBe(false);
  });
});

it("matches each path on its own, in any order", () => {
  const one = post("/v1/threads/t/messages/");
  const other = post("/v1/responses/");
  for (let round = 0; round < 3; round += 1) {
    expect(isPostTo(one, "/responses")).toBe(false);
    expect(isPostTo(other, "/responses")).toBe(true);
    expect(isPostToPattern(one, "/threads/{}/messages")).toBe(true);
    expect(isPostToPattern(other, "/threads/{}/messages")).toBe(false);
  }
});

it.each([
  "/v1beta/models/a%23b:generateContent",
  "/v1beta/models/a;b:generateContent",
  "/v1beta/models/a%3Fb%3AgenerateContent/",
])("finds a method after a name with special characters: %s", (path) => {
  expect(isPostToMethod(post(path), "generatecontent")).toBe(true);
});

it.each([
  ["google-interactions", "//v1beta//interactions"],
  ["google-interactions", "/v1beta%2Finteractions%20"],
  ["google-interactions", "/v1beta/interactions;v=1"],
  ["google-predict", "/v1/%6dodels/x:predict"],
  ["google-predict", "/v1/models;v=1/x:predict"],
  ["bedrock-count-tokens", "/%6Dodel/a/count-tokens"],
  ["bedrock-converse", "/%6Dodel/a/converse"],
])("finds %s in any spelling of its path: %s", (name, path) => {
  const found = BUILT_IN_CODECS.find((codec) => codec.matches(post(path)));
  expect(found?.name).toBe(name);
});
