import { describe, expect, it } from "vitest";
import { valuesIn } from "../texts/found.ts";

/** A password as routers encode it: hexadecimal digits that nobody would choose. */
const encoded = ["094F471A1A0A", "57060E2A3C71"].join("");

describe("an encoded password in a router configuration", () => {
  it.each([
    "username ada password 6",
    "username ada privilege 15 secret 9",
    " password 4",
    " password 8",
    "enable secret 8",
    " pre-shared-key 6",
    "local-user ada password cipher",
    "local-user ada password irreversible-cipher",
    "snmp-agent community read cipher",
    " pre-shared-key hexadecimal",
    " ap-password",
    " wpa-passphrase",
    "pac key 7",
  ])("is found after: %s", (line) => {
    const config = `hostname edge1\n!\n${line} ${encoded}\n!\n`;
    expect(valuesIn(config)).toEqual([encoded]);
    expect(valuesIn(JSON.stringify({ config }))).toEqual([encoded]);
  });

  it("is not assumed where a sentence counts characters", () => {
    for (const text of [
      "The password 8 characters or more.",
      "choose a password 6 letters long",
      "password 4 times wrong, secret 9 lives",
      "the password cipher suite AES256",
      "set a wpa-passphrase before you start hostapd2",
    ])
      expect(valuesIn(text), text).toEqual([]);
  });
});
