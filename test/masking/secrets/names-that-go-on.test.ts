import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { token } from "../texts/samples.ts";

const random = token(97, 32);
const typed = ["Tulip", "vase4711"].join("");

describe("a secret is found after a name that continues with", () => {
  it.each([
    ["what it is for", `API_TOKEN_FOR_THE_NEW_BILLING_SYSTEM=${random}`, random],
    ["what it is for, in code", `apiKeyForPartnerIntegrationService = "${random}"`, random],
    ["whose it is", `DB_PASSWORD_OF_REPORTING_USER=${typed}`, typed],
    ["where it is valid", `NEXTAUTH_SECRET_PREVIEW=${random}`, random],
    ["what it may do", `PASSWORD_READONLY=${typed}`, typed],
    ["what it is for, and where", `Access key for mailer (prod): ${random}`, random],
    ["whose it is, and which", `The secret of the worker (eu, 2nd): ${random}`, random],
    ["which of them it is", `SMTP_PASS_NOREPLY=${typed}`, typed],
  ])("%s", (_what, text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });

  it.each([
    "tokenForUser: getToken(user2), passwordOfUser: string, keyForRow = rows[2].key",
    "number_of_tokens_in_prompt: 4096, kind_of_token = Identifier2, length_of_password_for_admin: 12",
    "password_for_user: user.password2, secret_from_env: process.env.SECRET2, key_of: keyof typeof map2",
    "token_used_at: 2026-03-04T05:06:07Z, key_used_by: deploy-job-42, token_for: 2026-03-04T05:06:07Z",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
