import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { iban, token } from "./texts/samples.ts";

/** The number of a commit, which could be a National Insurance number. */
const COMMIT = ["ec47", "1008c"].join("");
const NINO = ["AB", "123456", "C"].join("");
const random = token(7, 24);
const KEY = `AAAA${"B3NzaC1yc2EAAAADAQAB"}${token(3, 180)}`;
const german = iban("DE", "370400440532013000");

describe("nothing personal or secret, by its form", () => {
  it.each([
    [
      "scopes with a group",
      '{ "@keywords": { token: "keyword.$0" }, a: { token: "type.reserved.$S2" } }',
    ],
    ["code between literals", 'throw Error("Bad token: "+Me(e.a));if("("==Me(e.a,1)){if(!Le(n))'],
    ["functions and their arity", '<a href="eldap.html#modify_password-3">modify_password/3</a>'],
    ["arguments", "pass ``rel_tol=0.05``, or pass ``force_zip64=True`` to ensure"],
    [
      "ciphers",
      "The algorithm for private key encryption is 3DES_CBC. The secret key = Camellia256-CBC",
    ],
    ["public keys", `<elem key="key">ssh-rsa ${KEY}</elem>`],
    ["devices in a tree", "    mdp: mdp@5100000 {\n"],
    ["ports of services", "ica 1494/tcp\ncvc 1495/tcp\ncvc 1495/udp"],
    ["releases of what is basic", "Talisman/Basic 1.11-devsnap20051101, others"],
    [
      "addresses in rows",
      "Protocol,https://heron.example,gmd:protocol,,service,@crane,gmd:protocol",
    ],
    ["commits in addresses", `https://git.example/c/${COMMIT} and commit ${COMMIT}`],
    ["lines of a log", `1f3e5a7b9 Add a heron\n${COMMIT} Add a crane\n`],
    ["the first line of a log", `${COMMIT} Add a crane\n1f3e5a7b9 Add a heron\n`],
    [
      "a log of passwords",
      `1f3e5a7b9 Find what the password has been\n539e065f3 Find what they are\n`,
    ],
    ["a log of codes", `1f3e5a7b9 Find passwords as long as they are\nd7e287415 Find others\n`],
    ["files that Git compares", "calls.ts\nindex 38cf9f2c..00930757 100644\n"],
    ["parts of a standard", "// [23.2.1.12] modifiers\n"],
  ])("%s", (_what, text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it.each([
    ["a token behind a plus", `"token": "+${random}"`, `+${random}`],
    ["a password like a function", "password: fox_meadow/7", "fox_meadow/7"],
    ["a password with an equals sign", "password: crane=Meadow7", "crane=Meadow7"],
    ["a password like a device", "mdp: heron@5100000", "heron@5100000"],
    ["a password like a cipher", "password: 3DES_Crane", "3DES_Crane"],
    ["a code before a slash", "cvc 382/ada", "382"],
    ["a password behind a name with a dot", "https://ada.b:Crane4631@heron.example", "Crane4631"],
    [
      "a National Insurance number in an address",
      `/people/${NINO.toLowerCase()}`,
      NINO.toLowerCase(),
    ],
    ["one in capitals behind a word", `commit ${NINO}`, NINO],
    ["the first of a list", `${NINO.toLowerCase()} Ada\ncd654321a Bea\n`, NINO.toLowerCase()],
    ["a password on the line below", "The password is\nd7e287415\n", "d7e287415"],
    ["an address in brackets", "// [23.14.55.66] is down", "23.14.55.66"],
    ["an account number", `paid to ${german.toLowerCase()}. Thanks`, german.toLowerCase()],
  ])("but %s is found", (_what, text, value) => {
    expect(valuesIn(text)).toContain(value);
  });
});
