import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { token } from "../texts/samples.ts";

const random = token(101, 32);
const long = token(103, 900);
const typed = ["Tulip", "vase4711"].join("");

describe("a secret in a URL within another URL is found exactly", () => {
  const twice = (text: string): string => encodeURIComponent(encodeURIComponent(text));
  it.each([
    ["first", `?token=${random}&user=bob1`, random],
    ["behind another parameter", `?user=bob&access_token=${random}&expires_in=3600`, random],
    ["last", `?page=2&api_key=${random}`, random],
    ["typed by somebody", `?password=${typed}&user=ada`, typed],
    ["longer than any password", `?id_token=${long}&state=1`, long],
    ["behind a number", `?phone=%2B4930901820&token=${random}#top`, random],
  ])("%s", (_where, query, secret) => {
    const address = `https://app.example.com/cb${query}`;
    for (const text of [
      `https://login.example.com/?redirect_uri=${encodeURIComponent(address)}`,
      `GET /out?url=${twice(address)} HTTP/1.1`,
    ])
      expect(secretsIn(text)).toEqual([secret]);
  });

  it("but not if there is none", () => {
    const address = "https://app.example.com/cb?token_type=bearer&key=de-DE&page_token=2&password=";
    for (const text of [encodeURIComponent(address), twice(address)])
      expect(secretsIn(`/out?url=${text}`)).toEqual([]);
  });
});
