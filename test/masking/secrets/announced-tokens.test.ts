import { describe, expect, it } from "vitest";
import { filled } from "../texts/filled.ts";
import { secretsIn } from "../texts/found.ts";

describe("a token without a prefix is found where a sentence says what it is", () => {
  it.each([
    "please rotate LONG today",
    "you must rotate LONG today",
    "we need to revoke LONG today",
    "LONG is one of our tokens",
    "LONG is one of the secrets",
    "LONG is the bearer we send",
    "LONG is the api key of the mailer",
    "LONG gives invalid_api_key",
    "LONG was my key",
    "LONG, this key is old",
    "don't share LONG with others",
    "don’t leak LONG to others",
    "do not expose LONG in logs",
    "never paste LONG in chats",
    "must not share LONG with others",
    "shouldn't share LONG with others",
    "should not share LONG with others",
    "we get 401 with LONG",
    "we get 403 from LONG",
    "it says unauthorized using LONG",
    "it says unauthorised using LONG",
    "it says forbidden when using LONG",
    "the keys were revoked, LONG is one",
    "the credentials were rotated, LONG is one",
    "the key leaked, LONG is it",
    "the key in the header, LONG is it",
    "somebody pasted LONG, a key",
    "the mailer says its token is invalid, I used LONG",
  ])("%s", (template) => {
    const { text, values } = filled(template);
    expect(secretsIn(text)).toEqual(values);
  });
});

describe("a token of one case is found below a line that announces it", () => {
  it.each([
    "here's the token",
    "Here is the secret:",
    "Here are the API keys.",
    "here the tokens",
    "below, the mailer's token",
    "the following secrets,",
    "my api-key for mail:",
    "your token of mail!",
    "use token to send:",
    "The token is below",
    "the secrets are here",
    "the api keys below",
    "here's the mailer key",
    "Here is our new mailer key:",
    "my mail-relay key.",
  ])("%s", (head) => {
    for (const line of ["HEX", "`HEX`", "UUID"]) {
      const { text, values } = filled(`${head}\n${line}\n`);
      expect(secretsIn(text)).toEqual(values);
    }
  });

  it.each(["here's the primary key", "my public key", "here's the cache key"])(
    "but not below %s",
    (head) => {
      expect(secretsIn(filled(`${head}\nHEX\n`).text)).toEqual([]);
    },
  );
});

describe("a token of one case is found directly behind words that announce it", () => {
  it.each([
    "here's my mailer token HEX",
    "here is my mailer token: HEX",
    "with my mailer key HEX",
    "use our key HEX",
    "using my secret HEX",
    "try my api_key HEX",
    "it's my tokens HEX",
    "I have my own keys HEX",
    "I got my API key `HEX`",
    "my mail secrets is HEX",
    "invalid api key for HEX",
    "incorrect token with HEX",
    "bad secret using HEX",
    "expired_token error from HEX",
    "wrong api-key for HEX",
    "the token is configured as HEX",
    "the secrets was registered as HEX",
    "the api key has been set to HEX",
    "tokens saved as HEX",
    "token stored as HEX",
    "token given as HEX",
  ])("%s", (template) => {
    const { text, values } = filled(template);
    expect(secretsIn(text)).toEqual(values);
  });

  it.each(["primary", "partition"])("but not behind the %s key", (word) => {
    const { text } = filled(`use our ${word} key HEX`);
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("the key of a service is found where its client is created", () => {
  it.each(
    "africastalking arcjet cartesia census clerk comet composio configcat e2b exa fireworks firecrawl fred gladia humanloop ideogram jina knock llamaparse lmnt mem0 neynar novu nylas polar raindrop reka resend roboflow tavily together trieve turbopuffer vapi vectara voyage zep".split(
      " ",
    ),
  )("of %s", (service) => {
    const { text, values } = filled(`x = ${service.toUpperCase()}("SHORT")`);
    expect(secretsIn(text)).toEqual(values);
  });

  it.each([
    'new Mailgun.Client("RANDOM")',
    'x = Novu.Api("SHORT")',
    'x = Novu.SDK("SHORT")',
    'x = Novu.New("SHORT")',
    'x = Novu.create("SHORT")',
    'x = Novu.builder("SHORT")',
    'init("RANDOM")',
    'mailer.init("RANDOM")',
    'mailer::initialize("RANDOM")',
    'mailer->initialise("RANDOM")',
    'mail_setup("RANDOM")',
    'mailer.setup(app, "RANDOM")',
    'mailer.configure("RANDOM")',
    'mailer.authorize("RANDOM")',
    'mailer.NewClient("RANDOM")',
    'mailer.NewWithOptions("RANDOM")',
    'mailer.new("RANDOM")',
    'mailer::new("RANDOM")',
    'mailer->new("RANDOM")',
    'client.run("RANDOM")',
    'bot.start("RANDOM")',
    'bot.login("RANDOM")',
    'bot.connect("RANDOM")',
    'MailClient.builder().key("RANDOM")',
    'mailApi::builder().key("RANDOM")',
    'mailSdk->builder().key("RANDOM")',
    'new Mailer("RANDOM")',
    'new MailGateway("RANDOM")',
    'new MailSender("RANDOM")',
    'new MailConnector("RANDOM")',
    'new MailSdk("RANDOM")',
    'Mailer::create("RANDOM")',
    'Mailer->create("RANDOM")',
    'require("mailer")("RANDOM")',
    'client = Mail("RANDOM")',
    'api := Mail("RANDOM")',
    'sdk: Mail("RANDOM")',
    'cli = await Mail("RANDOM")',
    'svc = new Mail("RANDOM")',
    'service = &Mail("RANDOM")',
    'service = \\Mail("RANDOM")',
    'mailClient = Mail("RANDOM")',
    'mail = mail.Mail("RANDOM")',
    'mailer("init", "RANDOM")',
    'mailer("config", "RANDOM")',
    'mailer("setup", "RANDOM")',
    'new Wallet("0xHEX")',
    'privateKeyToAccount("0xHEX")',
  ])("%s", (template) => {
    const { text, values } = filled(template);
    expect(secretsIn(text)).toEqual(values);
  });
});
