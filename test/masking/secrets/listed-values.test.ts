import { describe, expect, it } from "vitest";
import { secretsIn, valuesIn } from "../texts/found.ts";
import { token } from "../texts/samples.ts";

const one = token(311, 40);
const two = token(312, 40);
const typed = ["Kestrel", "88!"].join("");
const other = ["Marmot", "77x#"].join("");

describe("the secrets of a list below their name are all found", () => {
  it.each([
    ["in YAML", `tokens:\n  - ${one}\n  - ${two}\nregion: eu`, [one, two]],
    ["in YAML, in quotes", `api_keys:\n- "${one}"\n- "${two}"`, [one, two]],
    ["in YAML, on one line", `tokens: [${one}, ${two}]`, [one, two]],
    ["in a mail", `The API keys (staging):\n\n* ${one}\n* ${two}\n\nBye`, [one, two]],
    ["with round bullets", `API keys:\n• ${one}\n• ${two}`, [one, two]],
    ["with numbers", `Passwords:\n1. ${typed}\n2. ${other}`, [typed, other]],
    ["below an entry of a list", `- Password:\n  - ${other}\n- City`, [other]],
    ["with their owners", `Passwords:\n- root: ${typed}\n- backup (old): ${other}`, [typed, other]],
    ["of a mapping", `passwords:\n  db: ${typed}\n  smtp: ${other}  # rotate`, [typed, other]],
    ["in a string of JSON", JSON.stringify({ env: `tokens:\n- ${one}\n- ${two}\n` }), [one, two]],
    ["in a tuple of Python", `API_KEYS = (\n    "${one}",\n    "${two}",\n)`, [one, two]],
  ])("%s", (_where, text, values) => {
    expect(secretsIn(text)).toEqual(values);
  });

  it.each([
    ["advice", "API keys:\n- Rotate them every 90 days\n- Never share one"],
    ["errors", "password:\n  - is too short (minimum is 8 characters)\n  - can't be blank"],
    ["validators", "password:\n  - required\n  - min:8\n  - confirmed8"],
    ["objects", "secrets:\n  - db-credentials-7f9c8d\n  - regcred\n"],
    [
      "files",
      "secrets:\n  db_password:\n    file: ./db_password.txt\n  cert1:\n    external: true",
    ],
    ["scopes", "access tokens:\n  - repo:status\n  - read:packages2"],
    ["pieces of words", "tokens:\n  - ##ing\n  - hel2lo3"],
    ["design tokens", "design tokens:\n  - color.blue.500\n  - spacing-4x2"],
    [
      "references",
      "secrets:\n  - vault:secret/data/app#token\n  - projects/acme/secrets/db/versions/3",
    ],
    ["properties", `tokens:\n  - id: ${"0a1b2c3d4e5f".repeat(3)}\n    name: ci`],
  ])("but not %s", (_what, text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("a secret is found below its underlined heading", () => {
  it.each([
    ["of Markdown", `Wi-Fi password\n==============\n${typed}\n\nEnjoy`, typed],
    ["with dashes", `API key\n-------\n\n${one}\n`, one],
  ])("%s", (_how, text, value) => {
    expect(secretsIn(text)).toEqual([value]);
  });
});
