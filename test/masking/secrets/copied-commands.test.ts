import { describe, expect, it } from "vitest";
import { createMasker, restore } from "../../../src/masking/index.ts";
import { valuesIn } from "../texts/found.ts";

/** Passwords that are not in any list, assembled here. */
const password = ["Heron", "4711"].join("");
const other = ["tulpe", "88Vase"].join("");
const token = ["e8jLq4GdtPzYdhIYtdQfx", "gB3pCOvKurd"].join("");

describe("a command that a browser copied for the prompt of Windows", () => {
  const command = (fields: string): string =>
    `curl ^"https://example.org/login^" ^\n  --data-raw ^"^{${fields}^}^"`;
  const field = (name: string, value: string): string => `^\\^"${name}^\\^":^\\^"${value}^\\^"`;

  it("has its values found behind the carets", () => {
    const text = command(`${field("email", "ada^@example.org")},${field("password", password)}`);
    expect(valuesIn(text)).toEqual(["ada^@example.org", password]);
  });

  it("is sent with the rest of it as it was", () => {
    const text = command(field("password", `${password}^!`));
    expect(createMasker().mask(text).text).toBe(command(field("password", "[SECRET_1]")));
  });

  it("has the values of a form found behind the carets in its percent escapes", () => {
    const header = '-H ^"sec-ch-ua: ^\\^"Chromium^\\^";v=^\\^"120^\\^"^"';
    const form = `^"user=ada^%^40example.org^&tel=^%^2B493012345678^&password=${password}^"`;
    const text = `curl ^"https://example.org/login^" ^\n  ${header} ^\n  --data-raw ${form}`;
    expect(valuesIn(text)).toEqual(["ada^%^40example.org", "%^2B493012345678", password]);
    const masked = createMasker().mask(text);
    expect(restore(masked.text, masked.vault)).toBe(text);
  });

  it("says nothing about carets in patterns of other texts", () => {
    expect(valuesIn('const WORD = /"([^"]*)"|[^\\s"]+/; // password: ^"')).toEqual([]);
  });
});

describe("a password is found", () => {
  it.each([
    [
      "with an escape in it that encodes no sign",
      `"password":"HrnIO%9f${"QkXm"}"`,
      `HrnIO%9f${"QkXm"}`,
    ],
    [
      "in a call of XML-RPC",
      `<name>password</name><value><string>${password}!</string></value>`,
      `${password}!`,
    ],
    [
      "in a stack trace of PHP",
      `#0 a.php(3): PDO->__construct('mysql:host=db', 'shop', '${password}', Array)`,
      password,
    ],
    ["in a script that joins a network", `wlan.connect('Home', '${password}')`, password],
    [
      "for a client certificate",
      `curl --cert client.p12:${password} https://example.org`,
      password,
    ],
    [
      "for a proxy, as before",
      `curl -x http://proxy:3128 -U 'corp\\ada:${password}' https://example.org`,
      password,
    ],
    ["hashed by a template", `password: "{{ '${password}' | password_hash('sha512') }}"`, password],
    [
      "among the arguments that a system logged",
      `argc=3 a0="mysql" a1="-uroot" a2="-p${password}"`,
      password,
    ],
    ["of a routing protocol", `ip ospf authentication-key ${password}`, password],
    ["of a time server", `ntp authentication-key 1 md5 ${password}`, password],
    ["with the kind of its network", `Netzwerkschlüssel (WPA2): ${password}`, password],
    ["said after a pause", `and the password is, um, ${password}xx!`, `${password}xx!`],
  ])("%s", (_, text, expected) => {
    expect(valuesIn(text)).toEqual([expected]);
  });

  it("with the one that it replaces", () => {
    expect(valuesIn(`ALTER USER ada IDENTIFIED BY ${password} REPLACE ${other};`)).toEqual([
      password,
      other,
    ]);
    expect(valuesIn(`mein Passwort ist ${password}, das alte war ${other}`)).toEqual([
      password,
      other,
    ]);
  });

  it("and a key of a router in digits behind the kind of its network", () => {
    const key = ["3579163799", "2144564343"].join("");
    expect(valuesIn(`WLAN-Netzwerkschlüssel (WPA2): ${key}`)).toEqual([key]);
  });

  it("but no algorithm of a key, and nothing that is replaced in a sentence", () => {
    for (const text of [
      "set authentication-key hmac-sha256",
      "authentication-key HMAC-SHA-256",
      `if not identified replace ${password}`,
    ])
      expect(valuesIn(text), text).toEqual([]);
  });

  it("and words of a query are still none", () => {
    expect(valuesIn("password=lock%26key")).toEqual([]);
  });
});

describe("a token is found", () => {
  it.each([
    [
      "before its header in Objective-C",
      `[r setValue:@"${token}" forHTTPHeaderField:@"X-Api-Key"];`,
    ],
    ["by the host of Composer", `{"bearer": {"repo.example.org": "${token}"}}`],
    ["of HTTPie", `https -A bearer -a ${token} api.example.org/me`],
  ])("%s", (_, text) => {
    expect(valuesIn(text)).toEqual([token]);
  });
});

describe("no token is found", () => {
  it("in a schema that is called like a kind of token", () => {
    const digest = ["3f2a9c81b4d7e6f0", "a1b2c3d4e5f6a7b8"].join("");
    expect(valuesIn(`{"bearer": {"description": "${digest}"}}`)).toEqual([]);
  });
});

describe("a code is found", () => {
  const pin = ["48", "23"].join("");

  it.each([
    ["as PHP prints it", `    [pin] => ${pin}`],
    ["behind a dash", `PIN – ${pin}`],
    ["in an optional", `otp: Optional("${pin}13")`, `${pin}13`],
    ["said after a pause", `the PIN is uh ${pin}, right?`],
    ["of a card", `Visa, it expires in March. Security code ${pin.slice(1)}.`, pin.slice(1)],
  ])("%s", (_, text, expected = pin) => {
    expect(valuesIn(text)).toEqual([expected]);
  });

  it("with the code that unlocks it, each of a SIM with two", () => {
    expect(valuesIn(`PIN1 ${pin}\nPUK1 ${pin}9035`)).toEqual([pin, `${pin}9035`]);
  });

  it("but no year, no lapel and no postal code", () => {
    for (const text of ["PIN - 2019", `Enamel pin - ${pin}`, "Mumbai, PIN - 400001"])
      expect(valuesIn(text), text).toEqual([]);
  });

  it("in a form of an account, but no index of a program's array", () => {
    expect(valuesIn(`user[pin]=${pin}`)).toEqual([pin]);
    for (const text of ["gpio[pin] = 1024", "levels[0][pin] = 4096;", "read(port)[pin] => 1023"])
      expect(valuesIn(text), text).toEqual([]);
  });

  it("but nothing that is counted in the code of a card reader", () => {
    for (const text of [
      "The card reader has security code 512 bytes long",
      "MasterCard payments. Security code: 500 lines.",
    ])
      expect(valuesIn(text), text).toEqual([]);
  });
});

describe("what identifies a person or a machine is found", () => {
  it.each([
    ["a client of a VPN", "Mon ada/203.0.113.7:51820 MULTI: primary", "203.0.113.7"],
    ["a direct line", "DDI: 020 7946 0853", "020 7946 0853"],
  ])("on %s", (_, text, expected) => {
    expect(valuesIn(text)).toEqual([expected]);
  });

  it.each(["resolver (9.9.9.9) failed; trying the next", "ping (9.9.9.10) lost packets; retrying"])(
    "at the head of a line that is no changelog's: %s",
    (text) => {
      expect(valuesIn(text)).toEqual([text.slice(text.indexOf("(") + 1, text.indexOf(")"))]);
    },
  );

  it("but no decimal degrees and no sizes", () => {
    for (const text of ["DD: 40.446195 -79.948862", "dd: 1048576000 bytes"])
      expect(valuesIn(text), text).toEqual([]);
  });

  it("but no version of a package", () => {
    for (const text of [
      "nginx/1.24.0.1 started",
      "tar (1.15.8.12) unstable; urgency=low\n",
      "tar (3.6.11.1-2) stable-security; urgency=high\n",
      "- libslurm-dev (<= 21.8.8.2-1)",
    ])
      expect(valuesIn(text), text).toEqual([]);
  });
});
