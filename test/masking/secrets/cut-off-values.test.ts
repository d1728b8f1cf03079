import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { token } from "../texts/samples.ts";

const typed = ["Falcon", "ember4711!"].join("-");
const random = token(123);
const github = ["gh", "p_"].join("") + token(3, 36);

describe("a secret is found before an ellipsis", () => {
  it.each([
    ["a password", `my password is ${typed}...`, typed],
    ["a token", `api_token=${random}... or so`, random],
    ["a token of a service", `I think it was ${github}...`, github],
  ])("%s", (_what, text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });

  it.each([
    `api_token=${random.slice(0, 12)}...`,
    `the key begins with sk_live_${random.slice(0, 8)}...`,
    "password: abc12345... token: eyJhbGci...",
  ])("but not a shown beginning of one: %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
