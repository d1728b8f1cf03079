import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { HEX, pick, randomFrom, token } from "../texts/samples.ts";

const masker = createMasker();
const secret = token(61, 24);
const other = token(62, 40);
const hex = pick(randomFrom(63), HEX, 40);

describe("a secret that is identified in one place is masked in all of them", () => {
  it.each([
    ["twice in a row", `mailer token = '${secret}' | '${secret}'`],
    ["in a path", `API_TOKEN=${secret}\ncurl https://api.example.org/v1/${secret}/users`],
    ["before it is told", `why is ${secret} refused?\nmy api token: ${secret}`],
    ["in a list of arguments", `{"token":"${secret}","argv":["run","${secret}"]}`],
    ["behind an escape", `{"log":"token: ${secret}\\n${secret}\\tgiven"}`],
    ["before punctuation", `export API_KEY=${secret}\n# was (${secret}), see ${secret}.`],
  ])("%s", (_where, text) => {
    const masked = masker.mask(text);
    expect(masked.text).not.toContain(secret);
    expect(new Set(masked.spans.map(({ placeholder }) => placeholder))).toEqual(
      new Set(["[SECRET_1]"]),
    );
    expect(masker.mask(masked.text).text).toBe(masked.text);
  });

  it("and masking again finds nothing next to a copy", () => {
    const masked = masker.mask(`secret: ${secret}\n/${secret}/10.1.2.3`);
    expect(masked.text).toBe("secret: [SECRET_1]\n/[SECRET_1]/[IP_1]");
    expect(masker.mask(masked.text).text).toBe(masked.text);
  });

  it("for any number of secrets of one vendor", () => {
    const keys = Array.from({ length: 40 }, (_, i) => `acme_live_${token(100 + i, 24)}`);
    const told = keys.map((key) => `api_key: ${key}`).join("\n");
    const masked = masker.mask(`${told}\nto be revoked:\n${keys.join("\n")}`).text;
    for (const key of keys) expect(masked).not.toContain(key);
  });

  it("with one placeholder for each", () => {
    const text = `api_token=${secret}\ndeploy_token=${other}\n${other} ${secret}`;
    expect(masker.mask(text).text).toBe(
      "api_token=[SECRET_1]\ndeploy_token=[SECRET_2]\n[SECRET_2] [SECRET_1]",
    );
  });
});

describe("text that is not a copy of a secret is not masked", () => {
  it.each([
    ["part of a longer value", `api_token: ${hex}\nsee ${hex}0 and a${hex} and x_${hex}`],
    ["a beginning of it", `api_token: ${hex}\nsee ${hex.slice(0, 20)}`],
  ])("%s", (_what, text) => {
    expect(masker.detect(text)).toHaveLength(1);
  });

  it("such as a password that may be a word elsewhere", () => {
    const password = ["winter", "2024"].join("");
    expect(masker.detect(`password: ${password}!\nthe ${password} sale`)).toHaveLength(1);
  });

  it("such as a name in code where a token could stand", () => {
    const text = "authorization: import_v4v2v6.z.string()\nname: import_v4v2v6.z.string()";
    expect(masker.detect(text).length).toBeLessThan(2);
  });

  it("such as an allowed secret", () => {
    const lenient = createMasker({ allow: [secret] });
    expect(lenient.detect(`token: ${secret}\n${secret}`)).toEqual([]);
  });
});
