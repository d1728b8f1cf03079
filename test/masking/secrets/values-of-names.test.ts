import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { HEX, pick, randomFrom, token } from "../texts/samples.ts";

const hex = pick(randomFrom(23), HEX, 64);
const session = pick(randomFrom(29), HEX, 32);
const random = token(92, 40);
const word = ["Castle", "Walnut23"].join("");
const name = ["Saudade", "60"].join("_");
const typed = ["Dr@g0n", "38#"].join("");
const django = ["azps-7yxkhk0u!hf6-z6e-jbm", "gyq3*+04e0fg+bbd(fox(!nj4"].join("");
const cookie = ["jiib7ze4by65bxx7", "1qy6qd4tnrpuoecj"].join("");
const mixed = ["JVDmPc", "ZPsiMO"].join("");
const brief = ["aX8bQ2", "mZ91Lp"].join("");
/** Looks like camel case words, but is not. */
const cased = ["ZuilQTQgps", "093gLbfFyfmoZL"].join("");
const letters = ["RLhATT", "AoqvQrxyz"].join("");
const signed = ["iqXSIew", ".QdGb", "!k"].join("");
const signs = ["F+O0gkNi5al4WVI2RIZY", "9dw9TWa0Vv/JmTPOxGwc"].join("");
const groups = ["fb891f7f-f392-61a1", "5cd4-de84d33b6629"].join("-");
const noise = ["kP<5]D", "#Ql?w9"].join("");
const numbered = ["istanbul354", "x"].join(".");

describe("a secret is found by its name", () => {
  it.each([
    ["as bytes of Python", `aes_key = bytes.fromhex("${hex}")`, hex],
    ["as bytes of Node", `const key = Buffer.from('${hex}', 'hex');`, hex],
    ["as bytes of Java", `byte[] aesKey = Hex.decode("${hex}");`, hex],
    ["as bytes of Go", `key := hex.DecodeString("${hex}")`, hex],
    [
      "as a header of Rust",
      `h.insert("x-api-key", HeaderValue::from_static("${random}"));`,
      random,
    ],
    ["as bytes in Rust", `const HMAC_KEY: &[u8] = b"${random}";`, random],
    ["as a secret of Rust", `let api_key = SecretString::new("${random}".to_owned());`, random],
    ["of a host, in a sentence", `password for web01.prod: ${word}`, word],
    ["of a login in French", `l'utilisateur admin et le mdp ${word} ?`, word],
    ["of a login in Portuguese", `com login sa e senha ${name}, me ajuda`, name],
    ["that is used as one", `I use "${word}" as the root password on the box`, word],
    ["that is one now", `change the DB password (currently "${typed}" everywhere)`, typed],
    ["of Django, in an environment", `SECRET_KEY=${django}\nDEBUG=False`, django],
    ["as a cookie of Django", `cookies={"sessionid": "${cookie}"}`, cookie],
    ["of a session, in JSON", `{"sessionId":"${session}","uid":44}`, session],
    ["of ten characters and more, in an environment", `DATA_KEY="${brief}"`, brief],
    ["of letters, in an environment", `DATA_KEY="${mixed}"`, mixed],
    ["with capitals as names have them", `oauth_secret = b"${cased}"`, cased],
    ["of letters alone", `passwort = ${letters}`, letters],
    ["of letters and signs", `app.rpc-password=${signed}\n`, signed],
    ["of a number, a dot and a letter", `Şifre: ${numbered}\nKullanıcı adı: web`, numbered],
    ["with a remark behind it", `see /a?token=${random}(expired)`, random],
    ["behind two names", `{"msg":"login password=${session} ok"}`, session],
    ["behind a name and its own", `token api_key: ${session}`, session],
    ["in brackets", `The key (AWS_SECRET_ACCESS_KEY=${signs}) has leaked.`, signs],
    ["of groups, in brackets", `We rotate it (heroku_token: ${groups}).`, groups],
    ["of many signs, in brackets", `It is new (password: ${noise}), see below.`, noise],
    ["of many signs and a bracket", `password: ${noise})`, `${noise})`],
    ["in braces", `{token:${groups}}`, groups],
    ["as the only element of a list", `api_tokens: [${groups}]`, groups],
    ["before a bracket", `the request failed with api_token=${signs}) at 10:12`, signs],
    ["behind a name in bold type of HTML", `<b>API key</b>: ${random}<br>`, random],
    ["as the last argument of a call", `print(connect(host(1), token=${groups}))`, groups],
    [
      "behind an arrow of HTML",
      `<p>&quot;meraki_token&quot; =&gt; &quot;${brief}&quot;</p>`,
      brief,
    ],
    ["with a remark in Japanese", `APIキー：${session}（本番用）`, session],
  ])("%s", (_what, text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });

  it.each([
    `session_id: 'sess_${session}', session_id: '182bd5e5-6e1a-4fe4-a799-aa6d9a6ab26e'`,
    `digest = Buffer.from('${hex}', 'hex'); SORT_KEY="createdAt2"`,
    "password = user.passwordHash, password: getHTTPSClientName, password=config.defaultValue",
    "SymmetricKey *Token_DeriveWithKDF(PrivateKeyOfSomebody *key)",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
