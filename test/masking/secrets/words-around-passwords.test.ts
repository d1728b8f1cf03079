import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";

const chosen = ["Purple", "2015!"].join("");

describe("a password is found", () => {
  it.each([
    ["of a user in brackets", `Generated password for user [elastic]: ${chosen}`],
    ["of a user in quotes", `password for user "jane": ${chosen}`],
    ["of a user in quotes, in JSON", `{"msg":"password for user \\"jane\\": ${chosen}"}`],
    [
      "that was reset, in German",
      `Das Kennwort für Benutzer jane wurde auf ${chosen} zurückgesetzt.`,
    ],
    ["that a question is about", `Is ${chosen} still the root password?`],
    ["in a table behind a colon", `Output: "user" | "password" |\n"jane" | "${chosen}" |`],
    ["behind a disguised name", `p4ssw0rd: ${chosen}`],
    ["of a typed member of a record", `{"password":{"S":"${chosen}"},"id":{"N":"7"}}`],
    ["behind an adverb", `My password is actually ${chosen}`],
    ["behind an adverb in German", `Mein Passwort ist übrigens ${chosen}`],
    ["behind a name with a zero", `passw0rd = ${chosen}`],
    [
      "two lines below its name",
      `name  = "/app/db/password"\n  type  = "String"\n  value = "${chosen}"`,
    ],
    ["of a network", `networksetup -setairportnetwork en0 Home ${chosen}`],
    ["in the list of pppd", `"jane" l2tpd "${chosen}" *`],
  ])("%s", (_which, text) => {
    expect(secretsIn(text)).toEqual([chosen]);
  });

  it.each(["starlinkHome42", "Asus4ever99", "decoration77", "Orbit4321"])(
    "of a network, that begins like the name of a router: %s",
    (password) => {
      expect(secretsIn(`wifi key ${password}`)).toEqual([password]);
    },
  );

  it("before and after it was changed, also with its owner", () => {
    const next = ["Green", "1999!"].join("");
    const text = `The password for jane has been changed from ${chosen} to ${next}`;
    expect(secretsIn(text)).toEqual([chosen, next]);
  });

  it.each(["#", "%", "*", "!"])("of random letters and a %s at its end", (sign) => {
    const drawn = ["JJuJXGar", "cgjOcP", sign].join("");
    expect(secretsIn(`<password>${drawn}</password>`)).toEqual([drawn]);
    expect(secretsIn(`sshpass -p '${drawn}' ssh host`)).toEqual([drawn]);
    expect(secretsIn(`user admin pass ${drawn}`)).toEqual([drawn]);
  });
});

describe("no password is assumed", () => {
  it.each([
    ["in the name of a router", "wifi-key Fritzbox7590"],
    ["in the package behind another", "apt install xl2tpd strongswan2, pptpd Ubuntu16.04"],
    [
      "in what a German program was changed to",
      "Der Passwortmanager wurde auf KeePass2 umgestellt",
    ],
    ["in the name of an algorithm", "password hash algorithm: pbkdf2_sha256$260000"],
    ["in a union type", "union Credential =\n  | Password\n  | OAuth2Token\n  | ApiKeyV2\n"],
    [
      "in a union type of literals",
      'kind: "a" | "password" | "hunter2x";\nother: "b" | "foo4bar9";',
    ],
    ["in an assertion", "password: userPassword!, const password = formValues!"],
  ])("%s", (_where, text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
