import { describe, expect, it } from "vitest";
import { filled } from "../texts/filled.ts";
import { secretsIn, valuesIn } from "../texts/found.ts";

describe("what TypeScript says of types is not masked", () => {
  it.each([
    'type Encoding = "base64" | "jwt" | "base64url";',
    "type Unit = 'tokens' | '1000_tokens' | 'seconds';",
    "list(id: string): Promise<Credential>;\n  // list('vlt_SHORT')\n  betas?: Array<string>;",
    "type T = ZodType<Auth$Out, OAuth2Token>;\nfunction oAuth2TokenToJSON(a: A): B;\nlet b: C<D>;",
    "type Login = { password: Unit_Price01 | null; name: string }",
    "export type LinkedInNode = LinkedInV1Node;\nexport type TwilioNode = TwilioV1SmsNode;",
  ])("%j", (template) => {
    expect(valuesIn(filled(template).text)).toEqual([]);
  });

  it.each([
    "x<token>SHORT</token>",
    '| "token" | "SHORT" |',
    "type T = Promise<Token>; const token = 'SHORT';",
    "when asked, type password = OWN",
    'kv.put("etc/password", "OWN")',
    "connect to pass = OWN",
  ])("but the secret in %j is", (template) => {
    const { text, values } = filled(template);
    expect(secretsIn(text)).toEqual(values);
  });
});

it.each([
  ["begins with its name", 'config.set("password", "@")', "password-OWN"],
  ["has quotes and brackets", "pass `@` to log in", 'OWN"['],
])("a password is found that %s", (_how, template, password) => {
  const value = filled(password).text;
  expect(secretsIn(template.replace("@", value))).toEqual([value]);
});

it("the token in the address of a badge is public", () => {
  const badge = "https://codecov.io/gh/acme/app/branch/main/graph/badge.svg?token=4ZDJA2BMOH";
  expect(valuesIn(`[![codecov](${badge})](https://codecov.io/gh/acme/app)`)).toEqual([]);
  const circle = "https://circleci.com/gh/acme/app/tree/master.svg?style=svg&circle-token=HEX";
  expect(valuesIn(filled(circle).text)).toEqual([]);
});
