import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";

const masker = createMasker();
const password = ["tulip", "Vase#", "4711"].join("");

/** The text with the line prefixes of mail, diffs and tools that show files. */
const WAYS: readonly (readonly [string, (text: string) => string])[] = [
  ["a quoted mail", (text) => text.replace(/^/gm, "> ")],
  ["a mail quoted twice", (text) => text.replace(/^/gm, ">> ")],
  ["a mail quoted twice, apart", (text) => text.replace(/^/gm, "> > ")],
  ["a quoted mail of another system", (text) => text.replace(/^/gm, "> ").replaceAll("\n", "\r\n")],
  ["lines that a change adds", (text) => text.replace(/^/gm, "+")],
  [
    "lines with their numbers",
    (text) =>
      text
        .split("\n")
        .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
        .join("\n"),
  ],
];

/** Values that span several lines. */
const FORMS: readonly string[] = [
  `env:\n  - name: DB_PASSWORD\n    value: "${password}"`,
  `password: |\n  ${password}\nnext: 1`,
  `variable "rds_password" {\n  type    = string\n  default = "${password}"\n}`,
  `<key>ClientSecret</key>\n<string>${password}</string>`,
  `["password"]=>\n  string(13) "${password}"`,
];

describe("a password in the line below its name is found", () => {
  it.each(WAYS)("in %s", (_, write) => {
    for (const form of FORMS) {
      const text = write(form);
      const { text: masked } = masker.mask(text);
      expect(masked).toBe(text.replace(password, "[SECRET_1]"));
      expect(masker.mask(masked).text).toBe(masked);
    }
  });
});

it("treats = after a name in any alphabet as an assignment, not as an escape", () => {
  for (const name of ["пароль", "密码", "パスワード"])
    expect(masker.mask(`${name}=40${password}`).text).toBe(`${name}=[SECRET_1]`);
});

it("treats a bracket in a key as text, not as a colour code, in prefixed lines", () => {
  const key = ["aB3[m.kd93", "kfLs02kdLw9Qz81"].join("");
  for (const line of ["> b", "+ b", "  2→b"]) {
    const text = `a\n${line}\napi_key = "${key}"`;
    expect(masker.mask(text).text).toBe(text.replace(key, "[SECRET_1]"));
  }
});

it("finds phone numbers with a plus at the beginning of their lines", () => {
  expect(masker.mask("call\n+49 151 23456789\n+1 415 555 0132").text).toBe(
    "call\n[PHONE_1]\n[PHONE_2]",
  );
  expect(masker.mask("call\n+49 151 23456789\n+ 1 415 555 0132").text).toBe(
    "call\n[PHONE_1]\n[PHONE_2]",
  );
});

it("does not treat quoted code as a table", () => {
  const code = "use({\n    adminAPIKey,\n    workloadIdentity,\n    x509Transport,\n});".replace(
    /^/gm,
    "> ",
  );
  expect(masker.mask(code).text).toBe(code);
});

it("keeps the frame of a table", () => {
  const table = `\n+----+----------+\n| id | password |\n+----+----------+\n|  1 | ${password} |\n+----+----------+`;
  expect(masker.mask(table).text).toBe(table.replace(password, "[SECRET_1]"));
});
