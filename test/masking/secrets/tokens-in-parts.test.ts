import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { secretsIn, valuesIn } from "../texts/found.ts";
import { ALNUM, HEX, pick, randomFrom } from "../texts/samples.ts";

const masker = createMasker();
const random = randomFrom(2_026);
const mixed = (count: number): string => pick(random, ALNUM, count - 4).concat("a7Kx");
const hex = (count: number): string => pick(random, HEX, count);
const uuid = [8, 4, 4, 4, 12].map(hex).join("-");
const digits = (count: number): string => `1${pick(random, "0123456789", count - 1)}`;

describe("a token is found by the structure of its parts", () => {
  it.each([
    ["of Vault before 1.10", `s.${mixed(24)}`],
    ["of Unleash", `default:development.${hex(56)}`],
    ["of Unleash, for all projects", `*:production.${hex(56)}`],
    ["of Bitwarden's Secrets Manager", `0.${uuid}.${mixed(30)}:${mixed(22)}==`],
    ["of Ghost", `${hex(24)}:${hex(64)}`],
    ["of fal.ai", `${uuid}:${hex(32)}`],
    ["of ngrok", `2${mixed(26)}_${mixed(21)}`],
    ["of X", `${digits(18)}-${mixed(38)}`],
    ["of Laravel Sanctum", `17|${mixed(48)}`],
    ["of Tableau", `${mixed(22)}==:${mixed(32)}`],
    ["of UptimeRobot", `ur1234567-${hex(24)}`],
    ["of K3s", `K10${hex(64)}::server:${hex(32)}`],
  ])("%s", (_of, token) => {
    for (const text of [token, `Why is ${token} refused?`, `["${token}"]`, `x,${token},y`])
      expect(masker.mask(text).text).toBe(text.replace(token, "[SECRET_1]"));
  });

  it.each([
    ["a file of a build", `main.${hex(20)}.js, a:main.${hex(56)}.js`],
    ["rows of a table", `| 17 | ${mixed(40)} |\nid,name|${mixed(40)}`],
    ["a build of a model", `m1-${hex(24)}, mu123456-${hex(24)}`],
    ["a digest of an image", `nginx@sha256:${hex(64)}, app:1.2@sha256:${hex(64)}`],
    ["an attribute", `this.s.${"someLongPropertyName1234"} = s.${"toLocaleUpperCaseString1"}`],
    ["an identifier with a number", `${uuid}:8080, ${uuid}: done`],
    ["a name with a time", `${digits(14)}-${mixed(32)}`],
    ["a name with a time and a digest", `${digits(16)}-${hex(40)}`],
  ])("but not in %s", (_what, text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

const github = `ghp_${mixed(36)}`;
const stripe = `sk_live_${mixed(24)}`;

describe("a token in concatenated literals is masked as a whole", () => {
  const [first, second] = [github.slice(0, 20), github.slice(20)];
  it.each([
    `"${first}" + "${second}"`,
    `'${first}' +\n      '${second}'`,
    `'${first}' . '${second}'`,
    `"${first}" & "${second}"`,
    `'${first}' || '${second}'`,
    `"${first}" .. "${second}"`,
    `"${first}"\n    "${second}"`,
    `"${first}" \\\n    "${second}"`,
    `\\"${first}\\" + \\"${second}\\"`,
  ])("%s", (code) => {
    const text = `token = ${code};`;
    const { text: masked, vault } = masker.mask(text);
    expect(masked).not.toContain(first.slice(4));
    expect(masked).not.toContain(second);
    expect(vault.size).toBe(1);
  });

  it("also if the first literal is only the prefix", () => {
    expect(secretsIn(`"${stripe.slice(0, 8)}" + "${stripe.slice(8)}"`)).toHaveLength(1);
  });

  it("but not in separate literals", () => {
    expect(secretsIn(`["${first}", "${second}"]`)).toEqual([]);
  });
});

describe("keys and tokens of rarer forms are found", () => {
  it.each([
    [
      "encrypted without a key of its own",
      { alg: "dir", enc: "A256GCM" },
      `.${mixed(16)}.${mixed(60)}.${mixed(22)}`,
    ],
    ["signed without its payload", { alg: "HS256", b64: false }, `.${mixed(43)}`],
  ])("a JWT that is %s", (_how, header, rest) => {
    const token = `${Buffer.from(JSON.stringify(header)).toString("base64url")}.${rest}`;
    expect(masker.mask(`it says ${token} here`).text).toBe("it says [JWT_1] here");
  });

  it("but not a JWT that is cut off by an ellipsis", () => {
    const header = Buffer.from(JSON.stringify({ alg: "HS256" })).toString("base64url");
    expect(masker.mask(`it says ${header}... here`).spans).toEqual([]);
  });

  it("also AWS access key ids of letters alone", () => {
    const key = ["AK", "IA", "HGLLUYEQJKVXUWZO"].join("");
    expect(secretsIn(`with ${key} it fails`)).toEqual([key]);
    const words = ["PACIFICNORTHEASTERN", "NETWORKINTERNALS"].map((rest) => `ASIA${rest}`);
    expect(secretsIn(words.join(" and "))).toEqual([]);
  });
});

describe("the password of a URL ends before its host", () => {
  const secret = mixed(40);

  it.each(["x-access-token", "token", "oauth2", "ada"])("after the user %s", (user) => {
    expect(valuesIn(`git clone https://${user}:${secret}@git.example/a/b.git`)).toEqual([secret]);
  });
});

it("finds an installation token of GitHub that contains a JWT", () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const jwt = [part({ alg: "RS256" }), part({ iss: "x", sub: mixed(40) }), mixed(300)].join(".");
  for (const body of [`1234567_${jwt}`, jwt]) {
    const value = `gh${"s_"}${body}`;
    expect(valuesIn(`cloned with ${value}, then`)).toEqual([value]);
  }
});
