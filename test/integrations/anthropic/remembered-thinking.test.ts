import Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GuardedModelClient } from "../../../src/index.ts";
import { anthropicMessages, guardAnthropic } from "../../../src/integrations/anthropic.ts";
import { createMasker } from "../../../src/masking/index.ts";
import { messageBody, messageEvents, sendsEvents } from "../../support/models/message-answers.ts";
import { json, wellBehaved } from "../../support/models/model-answers.ts";
import { SIGNED_TALKS, type SignedTalk } from "../../support/restoration/signed-talks.ts";
import {
  ASKED,
  INVENTED,
  SIGNATURE,
  THOUGHT,
  thoughtEvents,
} from "../../support/restoration/signed-thinking.ts";
import { useRewritingGuard } from "../../support/stands/rewriting-guard.ts";
import { useStand } from "../../support/stands/stand.ts";
import "../../support/runner/property-seed.ts";

/**
 * What a provider signed in its answer to a masked call is the provider's own text: it is sent back
 * past the masker, but only to that provider, and only if it came from there.
 */

const { policy, rewriteBy } = useRewritingGuard();

const stand = useStand({ policy, forbidden: [INVENTED, "jane@example.com"] }, wellBehaved);

const asItIs = (text: string): string => text;

/** Answers the first turn with the talk, and every later one with nothing of interest. */
function answerAs({ answer }: SignedTalk): void {
  stand.provider.answerWith((scene) => (scene.turn === 0 ? answer(scene) : json({})(scene)));
}

describe.each(Object.entries(SIGNED_TALKS))("signed content of %s", (_name, talk) => {
  it.each([true, false])("is sent back unchanged, restoreOutput %s", async (restoreOutput) => {
    answerAs(talk);
    const guard = stand.guard({ masker: createMasker(), restoreOutput });
    await talk.run({ url: stand.provider.url, guard }, asItIs);
    const [, second] = stand.provider.requests;
    expect(second?.text).toContain(JSON.stringify(talk.sealed).slice(1, -1));
    expect(second?.text).toContain("My address is [EMAIL_1].");
    await guard.flush();
    const inputs = stand.plane.events().map(({ input }) => input);
    expect(inputs.at(-1)).toContain("Is it [EMAIL_1] or [EMAIL_2]?");
  });

  it("is refused if one letter was changed, with an error that says what to do", async () => {
    answerAs(talk);
    const guard = stand.guard({ masker: createMasker() });
    const work = talk.run({ url: stand.provider.url, guard }, (said) => said.replace("Hm.", "Hm!"));
    await expect(work).rejects.toThrow(/Leave it out of this turn/);
    expect(stand.provider.requests).toHaveLength(1);
  });

  it("is refused with an original in the place of a placeholder", async () => {
    answerAs(talk);
    const guard = stand.guard({ masker: createMasker(), restoreOutput: true });
    const restored = (said: string): string => said.replaceAll("[EMAIL_1]", "jane@example.com");
    const work = talk.run({ url: stand.provider.url, guard }, restored);
    await expect(work).rejects.toThrow(/Leave it out of this turn/);
    expect(stand.provider.requests).toHaveLength(1);
  });

  it("is refused by any address except its origin", async () => {
    answerAs(talk);
    const guard = stand.guard({ masker: createMasker() });
    const { url } = stand.provider;
    const elsewhere = url.replace("127.0.0.1", "127.0.0.2");
    const work = talk.run({ url, elsewhere, guard }, asItIs);
    await expect(work).rejects.toThrow(/Leave it out of this turn/);
    expect(stand.provider.requests).toHaveLength(1);
  });
});

const [HELLO, THINKS, SAYS] = [
  { role: "user", content: ASKED },
  {
    role: "assistant",
    content: [{ type: "thinking", thinking: THOUGHT, signature: SIGNATURE }],
  },
  { role: "user", content: "And?" },
];

/** One turn over a guarded fetch; resolves to the response status. */
async function turn(
  guard: GuardedModelClient,
  messages: readonly unknown[],
  { path = "/v1/messages", ...more }: { readonly path?: string; readonly model?: string } = {},
): Promise<number> {
  const answer = await guard.fetch(`${stand.provider.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "m", ...more, messages }),
  });
  await answer.text();
  return answer.status;
}

/** The assistant's turn with different thinking. */
const thinks = (thinking: string, signature = SIGNATURE) => ({
  role: "assistant",
  content: [{ type: "thinking", thinking, signature }],
});

describe("a remembered signed text", () => {
  const talk = SIGNED_TALKS["a fetch of Anthropic's messages"] as SignedTalk;
  const masker = createMasker();

  it("bypasses the masker in every later turn, and in children of the client", async () => {
    answerAs(talk);
    const guard = stand.guard({ masker });
    expect(await turn(guard, [HELLO])).toBe(200);
    expect(await turn(guard, [HELLO, THINKS, SAYS])).toBe(200);
    expect(await turn(guard.child({ userId: "u" }), [HELLO, THINKS, SAYS, SAYS])).toBe(200);
    expect(stand.provider.requests.at(-1)?.text).toContain(JSON.stringify(THOUGHT));
  });

  it("bypasses the masker for token counts, and with other query parameters", async () => {
    answerAs(talk);
    const guard = stand.guard({ masker });
    expect(await turn(guard, [HELLO])).toBe(200);
    for (const path of ["/v1/messages/count_tokens", "/v1/messages?beta=true"]) {
      expect(await turn(guard, [HELLO, THINKS, SAYS], { path })).toBe(200);
    }
  });

  it("is refused for another model, another address or another operation", async () => {
    answerAs(talk);
    const guard = stand.guard({ masker });
    expect(await turn(guard, [HELLO])).toBe(200);
    const others = [{ model: "n" }, { path: "/gateway/b/v1/messages" }];
    for (const other of others) {
      expect(await turn(guard, [HELLO, THINKS, SAYS], other)).toBe(403);
    }
    const said = { role: "assistant", content: "Ah.", thinking_blocks: THINKS.content };
    const path = "/v1/chat/completions";
    expect(await turn(guard, [HELLO, said, SAYS], { path })).toBe(403);
    expect(await turn(guard, [HELLO, THINKS, SAYS])).toBe(200);
  });

  it("bypasses the masker only if no character was changed", async () => {
    answerAs(talk);
    const guard = stand.guard({ masker });
    expect(await turn(guard, [HELLO])).toBe(200);
    const at = fc.nat({ max: THOUGHT.indexOf("[") });
    const unit = fc.constantFrom("", " ", "\u200b", "I", "\u0406", "\ud83d", "\n");
    const other = fc
      .tuple(at, fc.nat({ max: 2 }), unit, fc.boolean())
      .map(([from, taken, put, isSignature]) => {
        const change = (text: string) => text.slice(0, from) + put + text.slice(from + taken);
        return isSignature ? [THOUGHT, change(SIGNATURE)] : [change(THOUGHT), SIGNATURE];
      })
      .filter(([text, signature]) => text !== THOUGHT || signature !== SIGNATURE);
    await fc.assert(
      fc.asyncProperty(other, async ([text, signature]) => {
        const said = thinks(text as string, signature);
        expect(await turn(guard, [HELLO, said, SAYS])).toBe(403);
      }),
      { numRuns: 40 },
    );
    expect(await turn(guard, [HELLO, THINKS, SAYS])).toBe(200);
  });

  describe.each([true, false])("with restored originals, stream %s", (stream) => {
    // Of a type that is not kept unchanged: the app gets her address, next to the signature.
    const block = { type: "text", text: "You are [EMAIL_1].", signature: SIGNATURE };
    const shown = { ...block, text: "You are jane@example.com." };
    const delta = (one: object) => ({ type: "content_block_delta", index: 0, delta: one });
    const [start, ...rest] = messageEvents([]);
    const streamed = [
      start,
      { type: "content_block_start", index: 0, content_block: { ...block, text: "" } },
      delta({ type: "text_delta", text: block.text }),
      delta({ type: "signature_delta", signature: SIGNATURE }),
      ...rest.slice(2),
    ] as object[];
    const first = stream ? sendsEvents(streamed) : json(messageBody([block]));
    const open = () => {
      stand.provider.answerWith((scene) => (scene.turn === 0 ? first : json({}))(scene));
      return stand.guard({ masker, restoreOutput: true });
    };
    const again = [HELLO, { role: "assistant", content: [shown] }, SAYS];

    it("is refused in a guarded client", async () => {
      const bare = new Anthropic({ apiKey: "no-key", baseURL: stand.provider.url });
      const { messages } = guardAnthropic(bare, open());
      const ask = (said: readonly object[]) => {
        const body = { model: "m", max_tokens: 9, messages: said } as never;
        return stream
          ? messages.stream(body).finalMessage()
          : messages.create(body as Anthropic.MessageCreateParamsNonStreaming);
      };
      const { content } = await ask([HELLO]);
      expect(content).toMatchObject([{ text: shown.text }]);
      await expect(ask(again)).rejects.toThrow(/Leave it out of this turn/);
      expect(stand.provider.requests).toHaveLength(1);
    });

    it("is refused over a guarded fetch", async () => {
      const guard = open();
      const answer = await guard.fetch(`${stand.provider.url}/v1/messages`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model: "m", stream, messages: [HELLO] }),
      });
      expect(await answer.text()).toContain(shown.text);
      expect(await turn(guard, again)).toBe(403);
    });
  });

  it("is refused in another client, as in another process", async () => {
    answerAs(talk);
    expect(await turn(stand.guard({ masker }), [HELLO])).toBe(200);
    expect(await turn(stand.guard({ masker }), [HELLO, THINKS, SAYS])).toBe(403);
  });

  it("is refused with another signature", async () => {
    answerAs(talk);
    const guard = stand.guard({ masker });
    expect(await turn(guard, [HELLO])).toBe(200);
    const signature = Buffer.alloc(48, "forged").toString("base64");
    const content = [{ type: "thinking", thinking: THOUGHT, signature }];
    expect(await turn(guard, [HELLO, { role: "assistant", content }, SAYS])).toBe(403);
  });

  it("is refused if the guard rewrites it", async () => {
    answerAs(talk);
    const guard = stand.guard({ masker });
    expect(await turn(guard, [HELLO])).toBe(200);
    rewriteBy((input) => input.replace("Hm.", "Ah."));
    expect(await turn(guard, [HELLO, THINKS, SAYS])).toBe(403);
    rewriteBy((input) => input.replace("And?", "So?"));
    expect(await turn(guard, [HELLO, THINKS, SAYS])).toBe(200);
    expect(stand.provider.requests.at(-1)?.text).toContain(JSON.stringify(THOUGHT));
    expect(stand.provider.requests.at(-1)?.text).toContain("So?");
  });

  it("is refused if its stream was cancelled before the signature", async () => {
    const unsigned = thoughtEvents().slice(0, -4);
    stand.provider.answerWith((scene) =>
      scene.turn === 0 ? sendsEvents(unsigned, () => undefined)(scene) : json({})(scene),
    );
    const guard = stand.guard({ masker });
    const answer = await guard.fetch(`${stand.provider.url}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "m", stream: true, messages: [HELLO] }),
    });
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(await turn(guard, [HELLO, THINKS, SAYS])).toBe(403);
  });

  it("leaves the body unchanged if nothing else was found", async () => {
    answerAs(talk);
    const guard = stand.guard({ masker });
    expect(await turn(guard, [HELLO])).toBe(200);
    const body = `{ "model": "m", "messages": ${JSON.stringify([SAYS, THINKS, SAYS])} }`;
    const headers = { "content-type": "application/json", "content-digest": "sha-256=:no:" };
    const to = `${stand.provider.url}/v1/messages`;
    expect((await guard.fetch(to, { method: "POST", headers, body })).status).toBe(200);
    expect(stand.provider.requests.at(-1)?.text).toBe(body);
  });

  it("bypasses the masker for the provider of a call, but not at another address", async () => {
    answerAs(talk);
    const guard = stand.guard({ masker });
    const providerAt = (baseURL: string) =>
      anthropicMessages(new Anthropic({ apiKey: "no-key", baseURL, maxRetries: 0 }));
    const call = (provider: ReturnType<typeof providerAt>, messages: readonly object[]) =>
      guard.call({ provider, request: { model: "m", max_tokens: 9, messages } as never });
    const { url } = stand.provider;
    const { response } = await call(providerAt(url), [HELLO]);
    const said = { role: "assistant", content: (response as Anthropic.Message).content };
    await call(providerAt(url), [HELLO, said, SAYS]);
    expect(stand.provider.requests.at(-1)?.text).toContain(JSON.stringify(THOUGHT));
    const elsewhere = providerAt(`${url}/gateway/b`);
    await expect(call(elsewhere, [HELLO, said, SAYS])).rejects.toThrow(/Leave it out/);
    expect(stand.provider.requests).toHaveLength(2);
  });
});
