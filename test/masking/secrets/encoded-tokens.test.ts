import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { ALNUM, pick, randomFrom, token } from "../texts/samples.ts";

const masker = createMasker();

function valuesIn(text: string): string[] {
  return masker.detect(text).map(({ start, end }) => text.slice(start, end));
}

const random = randomFrom(11);
const TOKENS: readonly (readonly [string, string])[] = [
  ["GitHub", `ghp_${pick(random, ALNUM, 36)}`],
  ["GitHub, fine-grained", `github_pat_${pick(random, ALNUM, 22)}_${pick(random, ALNUM, 59)}`],
  ["GitLab", `glpat-${pick(random, `${ALNUM}_-`, 20)}`],
  ["AWS", `AKIA${pick(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)}`],
  ["Google", `AIza${pick(random, `${ALNUM}_-`, 35)}`],
  ["Stripe", `sk_live_${pick(random, ALNUM, 24)}`],
  ["Slack", `xoxb-${pick(random, "0123456789", 12)}-${pick(random, ALNUM, 24)}`],
  ["Anthropic", `sk-ant-api03-${pick(random, `${ALNUM}_-`, 93)}AA`],
  ["npm", `npm_${pick(random, ALNUM, 36)}`],
  ["Hugging Face", `hf_${pick(random, ALNUM, 34)}`],
  ["SendGrid", `SG.${pick(random, ALNUM, 22)}.${pick(random, ALNUM, 43)}`],
];

describe("a token that is encoded in base64 as a whole is found", () => {
  it.each(TOKENS)("of %s", (_whose, secret) => {
    for (const printed of [secret, `${secret}\n`]) {
      const encoded = Buffer.from(printed).toString("base64");
      for (const text of [encoded, `the value is ${encoded} here`, `echo ${encoded} | base64 -d`])
        expect(valuesIn(text)).toEqual([encoded]);
    }
  });

  it("but not other content with the same beginning", () => {
    const prose = Buffer.from("ghp_ is what tokens begin with, and nothing else does").toString(
      "base64",
    );
    const sample = Buffer.from(`ghp_${"x".repeat(36)}`).toString("base64");
    const bytes = Buffer.from(`ghp_${pick(random, ALNUM, 30)}\u0001\u0002`).toString("base64");
    const picture = `iVBORw0KGgo${pick(random, ALNUM, 60)}Z2hwX${pick(random, ALNUM, 60)}`;
    expect(valuesIn(`${prose} ${sample} ${bytes} data:image/png;base64,${picture}`)).toEqual([]);
  });
});

describe("a value that is piped to a command that stores secrets is found", () => {
  const secret = token(5, 32);
  it.each([
    ["Vercel", `echo "${secret}" | vercel env add LICENSE_KEY production`],
    ["GitHub", `echo ${secret} | gh secret set DEPLOY_TOKEN --repo a/b`],
    ["Docker", `printf '${secret}' | docker secret create db_password -`],
    ["Google Cloud", `echo -n "${secret}" | gcloud secrets create api-token --data-file=-`],
    ["Cloudflare", `echo "${secret}"|wrangler secret put API_SECRET`],
  ])("of %s", (_whose, line) => {
    expect(valuesIn(line)).toEqual([secret]);
  });

  it.each([
    "echo $TOKEN | gh secret set MY_TOKEN",
    "echo done | tee token",
    'echo "checking" | tee -a password.log',
    "cat key.pem | vercel env add PRIVATE_KEY production",
    "the table | shows the password",
  ])("but not in: %s", (line) => {
    expect(valuesIn(line)).toEqual([]);
  });
});

describe("a session id in a log is not masked", () => {
  const hex = pick(random, "0123456789abcdef", 24);
  it.each([
    `session ${hex} closed`,
    `[auth] Session ${hex} started for user 17`,
    "session 60742728-0190-495b-8bb8-5ed8a8ba5091 expired",
  ])("%s", (line) => {
    expect(valuesIn(line)).toEqual([]);
  });

  it("but the value of a session cookie is masked", () => {
    expect(masker.mask(`Cookie: session=${hex}`).text).not.toContain(hex);
    expect(valuesIn(`session ${secretOf(3)} closed`)).toHaveLength(1);
  });
});

function secretOf(seed: number): string {
  return token(seed, 40);
}
