import { describe, expect, it } from "vitest";
import { valuesIn } from "./found.ts";

describe("what only looks like an address or a key stays", () => {
  it.each([
    ["a version of a Maven artifact", "com.example.core:data-bind:2.10.1.1"],
    ["the same in Gradle", "implementation 'org.example:lib:4.2.11.3'"],
    ["any subnet mask", "mask 255.0.0.0, 255.128.0.0 or 255.255.240.0"],
    ["the mask of an access list", "permit ip any 0.0.0.255 and 0.0.15.255"],
    ["versions of an upgrade", "Upgraded 1.29.31.11 -> 1.41.10.2"],
    ["an e-mail address with stars for letters", "mail j***@example.com or j*****e@example.com"],
    ["the number of a key to sign with", `[user]\n\tsigningkey = ${"3AA5C343".repeat(2)}\n`],
    ["the same in a command", `git config user.signingkey ${"3AA5C343".repeat(2)}`],
  ])("%s", (_what, text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it("but not an address that is forwarded to, in bold, or beside a mask", () => {
    expect(valuesIn("ssh -L db.example.org:5432:203.0.113.5:5432")).toEqual(["203.0.113.5"]);
    expect(valuesIn("***jane@example.org***")).toEqual(["jane@example.org"]);
    expect(valuesIn("203.0.113.5 255.0.0.0")).toEqual(["203.0.113.5"]);
    expect(valuesIn("upgraded the server 203.0.113.5")).toEqual(["203.0.113.5"]);
  });
});
