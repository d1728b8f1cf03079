import { expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { json } from "../../support/models/model-answers.ts";
import { useRewritingGuard } from "../../support/stands/rewriting-guard.ts";
import { useStand } from "../../support/stands/stand.ts";

const ADA = "ada@example.com";
const BOB = "bob@example.org";
const PHONE = "+44 20 7946 0958";

const rewriting = useRewritingGuard();
const stand = useStand(
  { policy: rewriting.policy, forbidden: [ADA] },
  json({ choices: [{ message: { content: "To [EMAIL_1], [phone_1]" } }] }),
);

interface Talk {
  readonly earlier?: readonly object[];
  readonly onUnmappableRewrite?: "collapse";
}

async function answerTo(content: string, talk: Talk = {}): Promise<string> {
  const { earlier = [], onUnmappableRewrite } = talk;
  const masker = createMasker({ allow: [BOB] });
  const guard = stand.guard({ masker, restoreOutput: true, onUnmappableRewrite });
  const messages = [{ role: "system", content: "Help." }, ...earlier, { role: "user", content }];
  const init = { method: "POST", body: JSON.stringify({ model: "m", messages }) };
  const response = await guard.fetch(`${stand.provider.url}/v1/chat/completions`, init);
  const body = (await response.json()) as { choices: [{ message: { content: string } }] };
  return body.choices[0].message.content;
}

it("a placeholder that the guard gave to another value is not restored as the masker's", async () => {
  rewriting.rewriteBy((input) => input.replaceAll(BOB, "[EMAIL_1]"));
  expect(await answerTo(`I am ${ADA}, ${PHONE}, he is ${BOB}`)).toBe(`To [EMAIL_1], ${PHONE}`);
});

it("nor is it where the masker's is in a message that the guard left as it was", async () => {
  rewriting.rewriteBy((input) => input.replaceAll(BOB, "[EMAIL_1]"));
  const earlier = [
    { role: "user", content: `I am ${ADA}, ${PHONE}` },
    { role: "assistant", content: "And he?" },
  ];
  expect(await answerTo(`He is ${BOB}`, { earlier })).toBe(`To [EMAIL_1], ${PHONE}`);
});

it("nor is it where the guard makes one message of all", async () => {
  rewriting.rewriteBy(() => "I am [EMAIL_1], [PHONE_1], he is [EMAIL_1]");
  const answer = await answerTo(`I am ${ADA}, ${PHONE}, he is ${BOB}`, {
    onUnmappableRewrite: "collapse",
  });
  expect(answer).toBe(`To [EMAIL_1], ${PHONE}`);
});

it("placeholders that the guard left, or gave numbers of its own beside, are restored", async () => {
  rewriting.rewriteBy((input) => input.replaceAll(BOB, "[EMAIL_2]"));
  expect(await answerTo(`I am ${ADA}, ${PHONE}, he is ${BOB}`)).toBe(`To ${ADA}, ${PHONE}`);
});
