import { describe, expect, it } from "vitest";
import { valuesIn } from "../texts/found.ts";

/** Assembled, so that nothing here looks like a live credential. */
const FIRST = ["Heron", "Meadow", "41"].join("");
const SECOND = ["copper", "68x", "Lake"].join("!");
const TOKEN = ["qTz81LmRw", "c0VbYh3Kd", "X7pNs2"].join("");

describe("a password that a script sets", () => {
  it.each([
    ["passwd", `passwd anna <<EOF\n${FIRST}\n${FIRST}\nEOF`, [FIRST, FIRST]],
    [
      "chpasswd, of each account",
      `chpasswd <<'END'\nroot:${FIRST}\nanna:${SECOND}\nEND`,
      [FIRST, SECOND],
    ],
    ["chpasswd in one line", `chpasswd <<< "deploy:${FIRST}"`, [FIRST]],
    [
      "cloud-init",
      `chpasswd:\n  list: |\n    root:${FIRST}\n    ubuntu:${SECOND}\n  expire: false`,
      [FIRST, SECOND],
    ],
    ["cryptsetup", `cryptsetup luksOpen /dev/sdb1 x <<< "${SECOND}"`, [SECOND]],
    ["a file that is none", `rsync --password-file=<(echo ${FIRST}) a b`, [FIRST]],
    ["COBOL", `MOVE "${FIRST}" TO WS-PASSWORD.`, [FIRST]],
  ])("is found: %s", (_, text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });

  it.each([
    "chpasswd:\n  expire: false\nusers:\n  - name: anna2026",
    "diff <(echo first2) <(echo second3)",
    'MOVE "Meadow41" TO WS-TITLE.',
    "passwd anna\nChanging password for user1234.",
  ])("is not confused with other text: %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("the default value of a password in a template", () => {
  it.each([
    `DBPassword:\n    Type: String\n    NoEcho: true\n    Default: ${SECOND}\n`,
    `"DBPassword": {\n    "Type": "String",\n    "Default": "${SECOND}"\n}`,
    `password:\n  description: of the database\n  value: ${SECOND}\n`,
  ])("is found after its other attributes: %j", (text) => {
    expect(valuesIn(text)).toEqual([SECOND]);
  });

  it.each([
    "password:\n  type: string\n  minLength: 8\n  default: changeme",
    "password:\n  type: string\n  maxLength: 64\nname:\n  default: Meadow_318",
    '"password": {"type": "string", "format": "password", "default": null}',
  ])("is not confused with a rule, a word or another setting: %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("a changed password", () => {
  it.each([
    [`The root password was changed from ${FIRST} to ${SECOND} yesterday`, [FIRST, SECOND]],
    [`I changed the password from "${FIRST}" to "${SECOND}".`, [FIRST, SECOND]],
    [`password reset: passwd from monkey to ${SECOND}`, [SECOND]],
  ])("is found before and after the change: %j", (text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });

  it.each([
    "Move the password from Server12 now",
    "Change the minimum length of the password from eight to twelve",
    "I removed the password from Settings2 to avoid confusion",
  ])("is not confused with where it was: %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("credentials of networks", () => {
  it.each([
    `set snmp community ${TOKEN} authorization read-only`,
    `The SNMP community string is ${TOKEN}`,
    `config wifi-iface\n\toption ssid 'home'\n\toption key '${TOKEN}'`,
    `Sec-WebSocket-Protocol: base64url.bearer.authorization.k8s.io.${TOKEN}`,
  ])("are found: %j", (text) => {
    expect(valuesIn(text).at(-1)).toContain(TOKEN);
  });

  it.each(["set snmp community public authorization read-only", "option key 'enabled'"])(
    "are not confused with words: %j",
    (text) => {
      expect(valuesIn(text)).toEqual([]);
    },
  );
});
