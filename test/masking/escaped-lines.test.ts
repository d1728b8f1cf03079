import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";

const masker = createMasker({ remember: false });

/** A message as requests, request logs and tool results contain it. */
const WRITINGS: readonly (readonly [string, (text: string) => string])[] = [
  ["as it is", (text) => text],
  ["of another system", (text) => text.replaceAll("\n", "\r\n")],
  ["in JSON", (text) => JSON.stringify({ role: "user", content: text })],
  ["in JSON, of another system", (text) => JSON.stringify([text.replaceAll("\n", "\r\n")])],
  ["in JSON in JSON", (text) => JSON.stringify({ body: JSON.stringify({ content: text }) })],
  [
    "in JSON in JSON in JSON",
    (text) => JSON.stringify(JSON.stringify(JSON.stringify({ content: text }))),
  ],
];

const PASSWORDS = [
  ["marlin", "4631"].join(""),
  ["Kx7f9", "Lq2mZ8w"].join(""),
  ["marlin", "463"].join("#"),
  ["lantern", "copper", "meadow41"].join("-"),
];

/** A label, and its value in a line below. */
const MESSAGES: readonly ((password: string) => string)[] = [
  (password) => `Username:\nbob\nPassword:\n${password}\n`,
  (password) => `  Username:\n    bob\n  Password:\n    ${password}\n`,
  (password) => `Here it is.\n\nPassword\n${password}`,
  (password) => `hi\nWifi password:\n\n${password}\nbye`,
  (password) => `Password is:\n${password}\n`,
  (password) => `Admin password\n${password}\nuser`,
];

describe("a password in the line below its label is found in a message", () => {
  it.each(WRITINGS)("%s", (_, write) => {
    for (const password of PASSWORDS) {
      for (const message of MESSAGES) {
        const text = write(message(password));
        const { text: masked } = masker.mask(text);
        expect(masked).toBe(text.replace(password, "[SECRET_1]"));
        expect(masker.mask(masked).text).toBe(masked);
      }
    }
  });
});

describe("text below a password label that is not a password is not masked in a message", () => {
  it.each(WRITINGS)("%s", (_, write) => {
    for (const text of [
      "Forgot your password?\nClick here to reset it",
      "password:\n  name: web12345\n  from: env",
      "Passwords\nRFC2617\n",
      "Password\nstep_1234\n",
      "Password:\nmust have 8 characters, one of them a digit",
      "the user's password\n\nchapter 12 says more",
    ])
      expect(masker.mask(write(text)).text).toBe(write(text));
  });
});
