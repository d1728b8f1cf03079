import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { valuesIn } from "../texts/found.ts";

const PASSWORDS = ["Tulpe451x", "hunter8831", ["dra", "gon_77!"].join("")];
/** What nobody would call a password without the others. */
const PLAIN = ["sunshine", "monkey", "QBZTtvek"];

type Row = (password: string, index: number) => string;

const WRITINGS: [name: string, row: Row, between: string][] = [
  ["JSON", (one, i) => `{"user":"u${i}","password":"${one}"}`, ","],
  ["indented JSON", (one) => `  {\n    "password": "${one}"\n  }`, ",\n"],
  ["JSON in JSON", (one) => `{\\"password\\":\\"${one}\\"}`, ","],
  ["YAML", (one, i) => `- user: u${i}\n  password: ${one}`, "\n"],
  ["settings", (one, i) => `[user${i}]\nDB_PASSWORD=${one}`, "\n"],
  ["code", (one, i) => `User("u${i}", password="${one}")`, "\n"],
  ["XML", (one) => `<user><password>${one}</password></user>`, "\n"],
  ["a form", (one, i) => `user=u${i}&password=${one}&ok=1`, "\n"],
];

describe("a password in what a program prints of an object is found", () => {
  const typed = ["Fal", "con#", "4631"].join("");
  const pair = ["Blue", "Heron42"].join("_");

  it.each([
    ["PHP", `["password":protected]=>\n  string(12) "${typed}"`, typed],
    ["PHP, private", `["password":"App\\User":private]=>\n  string(12) "${typed}"`, typed],
    ["PHP, in an array", `    [password:protected] => ${typed}\n`, typed],
    ["PHP, private, in an array", `    [password:User:private] => ${pair}\n`, pair],
    ["Go", `{Name:ada Password:${typed} Port:1}`, typed],
    ["Java", `User(id=1, password=${pair}, phone=null)`, pair],
  ])("by %s", (_language, text, value) => {
    expect(valuesIn(text)).toEqual([value]);
  });

  it("but not the name of a variable in the same place", () => {
    expect(valuesIn("connect(user=root, password=Default_Pass12, port=1)")).toEqual([]);
    expect(valuesIn("login(user, password=admin_login42, 1)")).toEqual([]);
  });
});

describe("the passwords of records that are written alike", () => {
  it.each(WRITINGS)("are all found once they have proved to be some: %s", (_name, row, between) => {
    for (const mixed of [
      [...PASSWORDS, ...PLAIN],
      [...PLAIN, ...PASSWORDS],
    ]) {
      const text = mixed.map(row).join(between);
      expect(valuesIn(text), text).toEqual(mixed);
    }
  });

  it.each(WRITINGS)(
    "are left alone if fewer than half are passwords: %s",
    (_name, row, between) => {
      const mixed = [...PLAIN, ...PASSWORDS.slice(1), "required"];
      expect(valuesIn(mixed.map(row).join(between))).toEqual(PASSWORDS.slice(1));
    },
  );

  it.each([
    "self.parameters['admin_password']",
    "os.environ['ADMIN']",
    "params[name]",
    "self.pw,",
    "form.user.password,",
  ])("do not include code in the same place: %s", (code) => {
    const row = (one: string): string => `password: ${one}\n`;
    const text = [...PASSWORDS, code, "blue.heron"].map(row).join("");
    expect(valuesIn(text)).toEqual([...PASSWORDS, "blue.heron"]);
  });

  it("do not include what is said of an account without one", () => {
    const absent = [
      "null",
      "none",
      "true",
      "hidden",
      "string",
      "%DB_PASSWORD%",
      "{{ password }}",
      "<password>",
    ];
    const text = [...PASSWORDS, ...absent].map((one) => `password: ${one}`).join("\n");
    expect(valuesIn(text)).toEqual(PASSWORDS);
  });

  it("do not include values that are written in another way", () => {
    const records = PASSWORDS.map((one) => `{"password":"${one}"}`).join(",");
    for (const other of ["password: string;", 'passwordHint: "monkey"', "password = form.password"])
      expect(valuesIn(`${records}\n${other}\n`)).toEqual(PASSWORDS);
  });

  it("do not make a word a secret anywhere else", () => {
    const { mask } = createMasker().open();
    mask([...PASSWORDS, "monkey"].map((one) => `"password":"${one}"`).join(","));
    const text = "The monkey eats.";
    expect(mask(text).text).toBe(text);
  });
});
