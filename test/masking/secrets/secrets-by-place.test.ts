import { describe, expect, it } from "vitest";
import { filled } from "../texts/filled.ts";
import { secretsIn, valuesIn } from "../texts/found.ts";
import { pem, token } from "../texts/samples.ts";

const words = (text: string): string[] => text.split(" ");

describe("the secret part of an address is found", () => {
  it.each([
    "https://hook.shop.example/RANDOM",
    "https://hook-eu.shop.example/RANDOM",
    "https://hooks.shop.example/RANDOM",
    "https://hooks-eu.shop.example/RANDOM",
    "https://shop.example/webhook/HEX",
    "https://shop.example/webhooks/LONG",
    "https://shop.example/hook/UUID",
    "https://shop.example/hooks/LONG",
    "https://mainnet.node.example/v3/HEX",
    "https://sepolia.node.example/v3/HEX",
    "https://shop.example/magic/RANDOM",
    "https://shop.example/magic-link/RANDOM",
    "https://shop.example/invite/RANDOM",
    "https://shop.example/reset-password/RANDOM",
    "https://shop.example/password-reset/RANDOM",
    "https://shop.example/reset/RANDOM",
    "https://shop.example/activate/RANDOM",
    "https://shop.example/verify-email/RANDOM",
    "https://shop.example/password-reset?t=LONG",
    "https://shop.example/verify?a=b&t=LONG",
    "https://shop.example/confirm?t=LONG",
    "https://shop.example/activation?t=LONG",
    "https://shop.example/magic?t=LONG",
    "https://shop.example/invitation?t=LONG",
    "https://shop.example/unsubscribe?t=LONG",
    "https://shop.example/login?t=LONG",
    "https://shop.example/sign-in?t=LONG",
    "https://shop.example/in?t=LONG",
    "https://shop.example/authorize?t=LONG",
    "https://shop.example/session?t=LONG",
    "https://shop.example/reset.php?t=LONG",
    "https://shop.example/reset.aspx?t=LONG",
    "https://shop.example/reset.html?t=LONG",
    "https://shop.example/magic_link/RANDOM",
    "https://shop.example/magiclink/RANDOM",
    "https://shop.example/invites/RANDOM",
    "https://shop.example/invitation/RANDOM",
    "https://shop.example/invitations/RANDOM",
    "https://shop.example/confirm-email/RANDOM",
    "GET /invite/RANDOM HTTP/1.1",
    '"POST /app/v2/reset-password/RANDOM HTTP/2"',
    "GET /app/verify?t=LONG",
  ])("%s", (template) => {
    const { text, values } = filled(template);
    expect(secretsIn(text)).toEqual(values);
  });

  it.each([
    "https://shop.example/webhooks/RANDOM",
    "https://shop.example/webhooks/HEXHEX",
    "https://shop.example/hooks/HEXHEX",
    "https://shop.example/webhook/RANDOM.tgz",
    "https://shop.example/webhook/custom-RANDOM",
    "https://shop.example/webhook/sha256RANDOM",
    "https://shop.example/webhook/RANDOM@mail.example",
    "https://shop.example/webhook/acme_RANDOM",
    "https://mainnet.explorer.example/v3/HEX",
    "https://mainnet.nodescan.example/v3/HEX",
    "https://mainnet.node.example/v3/HEXHEX",
    "https://mainnet.node.example/block/v3/HEX/v3",
    "https://shop.example/reset?t=RANDOM",
    "https://shop.example/reset?t=UUID",
    "https://shop.example/login?t=HEXHEX",
    "https://shop.example/news?t=LONG",
    "https://shop.example/reset.js?t=LONG",
    "https://shop.example/webhooks/tutorial2024-Getting-Started-With-Webhooks",
    'import { run } from "../webhooks/handleStripeEventV2Subscription";',
    "app/webhooks/HandleStripe2SubscriptionUpdated.php",
    'require("./invite/SendInvitationEmailV2Handler")',
    "GET /webhook/HEX HTTP/1.1, POST /app/invite/UUID",
  ])("but not %s", (template) => {
    expect(secretsIn(filled(template).text)).toEqual([]);
  });
});

describe("hexadecimal digits behind the prefix of a secret are found", () => {
  it.each(
    words("acme_sk_ sk_live_ acme_secret_ acme_pat_ acme_tok_ acme_token_ acme_apikey_ SK_ "),
  )("behind %s", (prefix) => {
    if (prefix === "" || prefix === "SK_") return;
    const { text, values } = filled(`see ${prefix}HEX there`);
    expect(secretsIn(text)).toEqual([`${prefix}${values[0]}`]);
  });
});

describe("a private key is found", () => {
  it.each(words("RSA EC DSA OPENSSH ENCRYPTED"))("in PEM, of the kind %s", (kind) => {
    const key = pem(`${kind} `);
    expect(valuesIn(`see\n${key}\nend`)).toEqual([key]);
  });

  it("as SSH Communications and OpenVPN write it", () => {
    const key = pem("SSH2 ENCRYPTED ")
      .replaceAll("-----", "----")
      .replaceAll("----BEGIN", "---- BEGIN");
    const spaced = key
      .replace("KEY----", "KEY ----")
      .replace("----END", "---- END")
      .replace(/----$/, " ----");
    expect(valuesIn(`see\n${spaced}\nend`)).toEqual([spaced]);
    const open = pem("").replaceAll("PRIVATE KEY", "OpenVPN Static key V1");
    expect(valuesIn(`see\n${open}\nend`)).toEqual([open]);
  });

  it.each(words("d p q dp dq qi k"))("as the member %s of a JSON Web Key", (member) => {
    const value = token(96, 43);
    expect(valuesIn(`{"kty":"RSA","${member}":"${value}"}`)).toEqual([value]);
    expect(valuesIn(`{"${member}" : "${value}", "kty": "oct"}`)).toEqual([value]);
    expect(valuesIn(`{"a":"b","${member}":"${value}"}`)).toEqual([]);
  });

  it.each(words("d k"))("as the member %s in quoted text", (member) => {
    const value = token(96, 43);
    const quoted = JSON.stringify({ a: `{"kty":"EC","${member}":"${value}"}` });
    expect(valuesIn(quoted)).toEqual([value]);
  });
});

describe("the words of a wallet are found", () => {
  const phrase =
    "abandon ability able about above absent absorb abstract absurd abuse access accident";
  it.each([
    ...["mnemonic", "seed phrase", "seedphrase", "seed words", "recovery phrase"],
    ...["recovery words", "recovery seed", "backup phrase", "wiederherstellungsphrase"],
    ...["frase semilla", "frase de recuperación", "frase de recuperação"],
    ...["phrase de récupération", "frase di recupero", "backup words", "secret phrase"],
    ...["wallet words", "wallet seed", "12 words", "15 words", "18 words", "21 words"],
    ...["24 words", "the word phrase", "word seed"],
  ])("behind: %s", (name) => {
    expect(valuesIn(`${name}: ${phrase}`)).toEqual([phrase]);
  });

  it.each(
    words(
      "the and for your from are was not but has been their than which would could should please words into also some our its had did does may might shall those these them",
    ),
  )("but not a sentence with the word %s", (word) => {
    const text = `recovery phrase: ${phrase.replace("absurd", word)}`;
    expect(valuesIn(text)).toEqual([]);
  });
});
