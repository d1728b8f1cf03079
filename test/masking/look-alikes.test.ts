import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { card, grouped, token as randomToken } from "./texts/samples.ts";

const digest = "a9_RYukdUBEv0YLPzeV3QP2QrfURCI174y4cBVCIfAw";
const token = ["acme", "RYukdUBEv0YLPzeV3QP2QrfURCI174y4"].join("_");
const uuid = "1f7ac3d2-12ab-4b0d-9e61-c4d7802bfe95";
const awsId = ["AK", "IA", "J5C98P35AEBRX2QQ"].join("");
const captcha = ["6L", "eT", randomToken(7, 36)].join("");
const receipt = ["AQ", "EB", randomToken(5, 120)].join("");
const adyen = ["AQ", "Eyhm", randomToken(5, 120)].join("");
const visa = grouped(card("4", 16), 4, "\n");

/** 64 hexadecimal digits. */
function hex(seed: number): string {
  return createHash("sha256").update(String(seed)).digest("hex");
}

/** A text that only looks like a value, and a similar text with a real one. */
const PAIRS: [string, string, string, string][] = [
  [
    "digests in base64",
    `sha256=ON-E-ZqSSheZ88VrKX2M3PXpFbGEUUZPMa_Af0l-4f0,890`,
    `x=${token},890`,
    token,
  ],
  ["the number of a public key", `{"kid":"${digest}"}`, `{"mailer":"${token}"}`, token],
  ["digests without a name", `as ${digest} in`, `as ${token} in`, token],
  ["identifiers of uploads", `--upload-id ${token}`, `--upload-key ${token}`, token],
  ["identifiers of programs", `CLI_CLIENT_ID = "${token}"`, `CLI = "${token}"`, token],
  [
    "names of constants that end in a digest",
    `--sentinel-fuse NODE_SEA_FUSE_${hex(1).slice(0, 32)}`,
    `--token ${token}`,
    token,
  ],
  ["what a service plays", `spotify:track:${token.slice(5, 27)}`, `spotify:${token}`, token],
  [
    "strings beside a package",
    'case "qwik": return "@builder.io/qwik";',
    'x: "jane.doe"@builder.io',
    '"jane.doe"@builder.io',
  ],
  [
    "decorators in JSON within JSON",
    JSON.stringify({ content: JSON.stringify({ result: "@app.route" }) }),
    JSON.stringify({ content: JSON.stringify({ result: "jane@app.example" }) }),
    "jane@app.example",
  ],
  [
    "addresses that are put together",
    '"To " + name + "@example.com"',
    'to "jane doe"@example.com',
    '"jane doe"@example.com',
  ],
  [
    "sums of times",
    "immutable = cachedAt + 31536000000",
    "Tel. + 49 30 31536000",
    "+ 49 30 31536000",
  ],
  ["masks of networks", "netmask 255.255.240.0", "route 255.255.240.7", "255.255.240.7"],
  ["parts of words in shells", "if [[ $words[i]::1 == - ]]", "ping ::1", "::1"],
  [
    "weights that vary in collation",
    "05F3 ; [*0316.001F.0002]",
    "mac *0316.001f.0002*",
    "0316.001f.0002",
  ],
  [
    "outlines with decimals run together",
    "c1.52 0 2.83-2.12 3.51.98.32 2.03.5",
    "took 2.12 3.51.98.32 2.03.5",
    "3.51.98.32",
  ],
  ["notes about a release", "Git 1.7.12.2 Release Notes", "ping 1.7.12.2 again", "1.7.12.2"],
  [
    "versions with what lies before and behind",
    "CMake 2.8.10.2 and lower",
    "hosts 2.8.10.2 and 2.8.10.3",
    "2.8.10.2",
  ],
  [
    "versions of a build",
    "update zlib to 1.2.13.1-motley-fef5869",
    "point dns to 1.2.13.1-2",
    "1.2.13.1",
  ],
  [
    "versions of what is depended on",
    "deps: update it to 11.8.172.13",
    "ssh: update it to 11.8.172.13",
    "11.8.172.13",
  ],
  [
    "members of a type",
    '  | "jwt"\n  | "base64url"\n',
    "| jwt |\n|---|\n| b4se64url9x2 |\n",
    "b4se64url9x2",
  ],
  [
    "classes",
    "class _Ed25519PrivateKey(Ed25519PrivateKey):",
    "token(Abz25519Kd77pq)",
    "Abz25519Kd77pq",
  ],
  [
    "types of floating-point numbers",
    "In core::<wbr>f64::<wbr>consts and f32::<T>",
    "route add fd64::/16",
    "fd64::/16",
  ],
  [
    "names of resources with empty parts",
    "arn:aws:apigateway:us-west-2::/restapis/a1 arn:aws:ec2::123:ipam/x",
    "ip -6 route add 2::/16 via eth0",
    "2::/16",
  ],
  [
    "accounts in names of resources",
    "arn:aws:ssm-contacts:*:111122223333:contact/ada",
    "contact: 111122223333",
    "111122223333",
  ],
  [
    "numbers before a block of code",
    "has a limit of 10,000::\n\n    cp a b\n\nlistens on port 8080::\n\n    ping",
    "listens on fe80::\n",
    "fe80::",
  ],
  [
    "scopes of signatures",
    "?X-Goog-Credential=signer%40a2%2F20190301%2Fus-east1%2Fstorage%2Fgoog4_request&x=1",
    "?credential=s1gnerQ7x2%2F2019Kd77",
    "s1gnerQ7x2%2F2019Kd77",
  ],
  [
    "names of conversions",
    '("keywords", "tokens", "symbol2label")\ntokens: word2vec',
    'token: "symb2l8abelq4"',
    "symb2l8abelq4",
  ],
  [
    "names of messages in queues, and indexes",
    `"ReceiptHandle": "${receipt}"\nrn_("${receipt}")`,
    `key("${adyen}")`,
    adyen,
  ],
  [
    "pages of an article",
    "Ann. Math. 74, 489-514 (2022). J. Phys. 12, pp. 345\u2013367 (1998)",
    "call (489) 514-2022",
    "(489) 514-2022",
  ],
  [
    "identifiers in groups",
    "--contact-id 12345678-1111-2222-800e-a2b3c4d5f6g7",
    "contact 030 12345678-11",
    "030 12345678-11",
  ],
  [
    "patches of packages",
    '"pad": "patch:pad@npm%3A3.2.1#~/.yarn/patches/pad-npm-3.2.1-fc9187f56c.patch"',
    `npm:${token}`,
    token,
  ],
  ["identifiers of keys", `KMS Key ID: ${uuid}\nToken ID: "${uuid}"`, `KMS key: ${uuid}`, uuid],
  [
    "tokens of the next page",
    `{"NextToken": "${token.slice(5)}", "pageToken": "${token.slice(5)}"}`,
    `{"mailerToken": "${token.slice(5)}"}`,
    token.slice(5),
  ],
  [
    "the scope behind a public key",
    `X-Amz-Credential=${"AKIA"}IOSFODNN7EXAMPLE%2F20190215%2Fus-east-1%2Fs3%2Faws4_request`,
    `X-Amz-Credential=${awsId}%2F20190215%2Fus-east-1%2Fs3%2Faws4_request`,
    awsId,
  ],
  [
    "a class that is called as in its module",
    "Ed448PrivateKey = ed448.Ed448PrivateKey",
    "use 8d3b5c1f0a9e4d72b6f1c05e9a3d7b24 as the mailer token",
    "8d3b5c1f0a9e4d72b6f1c05e9a3d7b24",
  ],
  [
    "keys of websites, unlike their tokens",
    "SITE_KEY=8d3b5c1f0a9e4d72b6f1c05e9a3d7b24",
    "SITE_TOKEN=8d3b5c1f0a9e4d72b6f1c05e9a3d7b24",
    "8d3b5c1f0a9e4d72b6f1c05e9a3d7b24",
  ],
  [
    "keys of websites",
    `<div data-sitekey="${captcha}"></div> grecaptcha.execute('${captcha}') SITE_KEY=${captcha}\nRECAPTCHA_SITE_KEY=${captcha}\nsite key: ${captcha}`,
    `secret key: ${captcha}`,
    captcha,
  ],
  ["lists of numbers", "7616\n7680\n8204\n8206\n8400\n8433\n1150", `x\n${visa}`, visa],
  [
    "keys that a program reads",
    "[Tokenizer.DOCTYPE_TOKEN]: ignoreToken,\n[Tokenizer.START_TAG_TOKEN]: startTagInRow,",
    '[Tokenizer.START_TAG_TOKEN]: "qF4startTagInRow77"',
    "qF4startTagInRow77",
  ],
  [
    "digests of a build",
    `{"version":"${hex(1)}","signature":"${hex(2)}","impliedFormat":1}`,
    `{"event":"paid","signature":"${hex(2)}"}`,
    hex(2),
  ],
];

describe("a look-alike is not masked, and a similar real value is found", () => {
  it.each(PAIRS)("%s", (_, clean, neighbour, value) => {
    expect(valuesIn(clean)).toEqual([]);
    expect(valuesIn(neighbour)).toContain(value);
  });
});

describe("what resembles a look-alike is found", () => {
  const id = randomToken(5, 24);
  const joined = ["copper", "meadow"].join("2");
  const born = ["Sunny", "19870312"].join("/");
  const sharp = ["4.6.31", "FalconVase!9"].join("#");
  it.each([
    ["an identifier that lets one in", "Session ID: ", id, "\n"],
    ["the same in a sentence", "the auth id is ", id, ""],
    ["the secret half of a role", "role id: 7, secret ID: ", id, "\n"],
    ["words around a digit", "client_secret: '", joined, "'"],
    ["the same in an environment", "API_KEY=", joined, "\n"],
    ["a word and a day", "password: ", born, "\n"],
    ["a token and a day", "token: ", `${id}/20240101`, "\n"],
    ["numbers, a sign and words", 'password = "', sharp, '"'],
    ["a number with a second one", "call ", "415-555-0132", "-0133-0134"],
    ["a number behind colons", "arn:phone:", "415-555-0132", ""],
    ["a network at the end of its line", "route ", "2600::", "\ndeny all"],
    ["the same at the end of the text", "ip: ", "2001::", ""],
  ])("%s", (_, before, value, after) => {
    expect(valuesIn(before + value + after)).toEqual([value]);
  });
});

describe("a secret is masked without the name before it", () => {
  it.each([
    ["https://a.example/?code=", "u3F05aEObJuP2k7DordviIgW5wl52N", "&state=1"],
    [
      "AccountName=a;AccountKey=",
      `${"Eby8vdM02xNOcqFlqUwJPLlm".repeat(3)}EtlCDXJ1OUzFT50uSw==`,
      ";",
    ],
  ])("%s", (before, value, after) => {
    expect(valuesIn(before + value + after)).toEqual([value]);
  });
});

it("the second version of an upgrade is no address", () => {
  expect(valuesIn("upgrade from 10.2.3.2 to 10.2.4.0")).toEqual([]);
});

it("the identifier of a request in a header of CloudFront is no secret", () => {
  const id = `fcv_${["x9Z3mLiUdSOSmbucHj17ox9Z", "r5kp9e3MJjYKTqHk8tk9n"].join("")}`;
  expect(valuesIn(`x-amz-cf-id: ${id}\nage: 3`)).toEqual([]);
});
