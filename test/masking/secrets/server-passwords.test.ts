import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { HEX, pick, randomFrom, token } from "../texts/samples.ts";

const typed = ["tulip", "vase2"].join("%");
const other = ["maple", "crane7"].join("#");
const word = ["Tulip", "Vase4631"].join("");
const random = token(93, 32);
const link = token(94, 40);
const hex = pick(randomFrom(31), HEX, 64);
const salt = random.slice(0, 16);
const django = `pbkdf2_sha256$600000$${salt}$${link}abc=`;
const werkzeug = `pbkdf2:sha256:600000$${salt}$${hex}`;
const joining = ["ce772r", "dcykcyhkckyqeu00"].join(".");
const pair = [pick(randomFrom(32), HEX, 8), pick(randomFrom(33), HEX, 8)].join(":");
const session = pick(randomFrom(34), "abcdefghijklmnopqrstuvwxyz012345", 24);
const capitals = pick(randomFrom(37), "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 20);
const next = randomFrom(41);
const bytes = Array.from({ length: 64 }, () => Math.floor(next() * 256)).join(",");
const samples = Array.from({ length: 64 }, (_, i) => (i % 7) * 40).join(",");

describe("secrets of servers, key stores and wallets are found", () => {
  it.each([
    ["of Django, hashed", django, django],
    ["of Werkzeug, hashed", `password_hash="${werkzeug}"`, werkzeug],
    [
      "of Werkzeug, hashed anew",
      `scrypt:32768:8:1$${salt}$${hex}${hex}`,
      `scrypt:32768:8:1$${salt}$${hex}${hex}`,
    ],
    ["of WordPress, hashed", `$P$B${random.slice(0, 30)}`, `$P$B${random.slice(0, 30)}`],
    ["of a node of Erlang", `erl -setcookie ${capitals} -name app@host`, capitals],
    ["of a cluster", `kubeadm join 10.2.0.5:6443 --token ${joining} --v=5`, joining],
    ["of a rule of Redis", `user worker on >${random} ~jobs:* +@all`, random],
    ["of ClickHouse", `CREATE USER ro IDENTIFIED WITH sha256_password BY '${typed}'`, typed],
    ["of a user in Chef", `default['pg']['password']['postgres'] = '${typed}'`, typed],
    ["of a line for PPP", `"svc-85" * "${typed}" *`, typed],
    ["of a key store", `ks.load(new FileInputStream("a.p12"), "${word}".toCharArray());`, word],
    ["of restic", `restic --password-command 'echo ${random}' snapshots`, random],
    ["behind a user, for Grafana", `auth = "admin:${word}"`, word],
    ["of basic authentication in Ruby", `f.request :basic, 'root', '${random}'`, random],
    ["of MQTT in Rust", `options.set_credentials("admin", "${random}");`, random],
    ["of a session in Redis", `redis> GET sess:${random}`, random],
    ["of a website's session", `open with ASP.NET_SessionId=${session}; as a cookie`, session],
    ["of a network in a profile", `<keyMaterial>${word}</keyMaterial>`, word],
    ["of Bundler's environment", `export BUNDLE_GEMS__EXAMPLE__COM="ada:${word}"`, word],
    ["of Bundler's settings", `BUNDLE_GEMS__EXAMPLE__COM: "${pair}"`, pair],
    ["of a device", `{"device_code": "${link}", "user_code": "WDJB"}`, link],
    ["in the notes of a meeting", `* iDRAC: root / ${word}`, word],
    ["of an account on a test network", `{ accounts: ["0x${hex}"] }`, `0x${hex}`],
    ["of a wallet, as bytes", `solana keypair json: [${bytes}]`, bytes],
    ["in a link", `https://shop.example.net/reset/${link}`, link],
    ["that was used before", `The password is ${typed} (previously ${other}).`, [typed, other]],
    ["after a plan of Terraform", `secret_string = "${typed}" -> "${random}"`, [typed, random]],
    ["in a ticket", `rotate the password\n\nOld: ${typed}\nNew: ${other}\n`, [typed, other]],
    [
      "in a list above its subject",
      `Old: ${typed}\nNew: ${other}\n\nadmin passwords`,
      [typed, other],
    ],
  ])("%s", (_what, text, secrets) => {
    expect(secretsIn(text)).toEqual([secrets].flat());
  });

  it.each([
    `Old: ${typed}\nNew: ${other}\n`,
    "rotate the password\nOld: yesterday12\nsince then",
    `keypair samples [${samples}], solana blocks [${bytes.replace(",", ",999,")}]`,
    'BUNDLE_BUILD__NOKOGIRI: "--use-system-libraries:yes1"\nBUNDLE_MIRROR__ALL: "https://gems.example.com:8443"',
    'BUNDLE_LOCAL__RACK: "rack:checkout2"\nBUNDLE_WITHOUT: "development:test"',
    "admin / settings, root / node_modules, '-' * 20, \"-\" * 20",
    `auth: "basic:header", GET sess:index, https://shop.example.net/reset/password-form-2024`,
    "The password is stored (previously in plain text).",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
