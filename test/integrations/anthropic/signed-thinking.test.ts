import { describe, expect, it } from "vitest";
import { RewriteMappingError } from "../../../src/index.ts";
import { guardMiddleware } from "../../../src/integrations/ai-sdk.ts";
import { createMasker } from "../../../src/masking/index.ts";
import { json, wellBehaved } from "../../support/models/model-answers.ts";
import { gather } from "../../support/outcomes.ts";
import { useRewritingGuard } from "../../support/stands/rewriting-guard.ts";
import { useStand } from "../../support/stands/stand.ts";

/**
 * Thinking is sent back to its provider with a signature, which the provider checks: if one letter
 * was changed, it refuses the whole conversation.
 */

const INVENTED = "invented@example.com";
const THOUGHT = `Perhaps ${INVENTED} would know.`;
const ASKED = "My address is jane@example.com.";
const SIGNATURE = Buffer.alloc(48, "signed").toString("base64");

type Body = Readonly<Record<string, unknown>>;

/** A conversation in which the model has thought, and where its request is sent. */
interface Conversation {
  readonly path: string;
  readonly request: (thought: string, signature: string) => object;
}

const turns = (...own: object[]) => ({
  model: "m",
  messages: [{ role: "user", content: ASKED }, ...own],
});

const OVER_HTTP: Record<string, Conversation> = {
  "a message of Anthropic's": {
    path: "/v1/messages",
    request: (thinking, signature) =>
      turns({ role: "assistant", content: [{ type: "thinking", thinking, signature }] }),
  },
  "a conversation of Bedrock's": {
    path: "/model/anthropic.claude/converse",
    request: (text, signature) => ({
      messages: [
        { role: "user", content: [{ text: ASKED }] },
        {
          role: "assistant",
          content: [{ reasoningContent: { reasoningText: { text, signature } } }],
        },
      ],
    }),
  },
  "an interaction of Gemini's": {
    path: "/v1beta/interactions",
    request: (text, signature) => ({
      model: "gemini-3",
      input: [
        { type: "user_input", content: [{ type: "text", text: ASKED }] },
        { type: "thought", signature, summary: [{ type: "text", text }] },
      ],
    }),
  },
  "LiteLLM's thinking": {
    path: "/v1/chat/completions",
    request: (thinking, signature) =>
      turns({
        ...{ role: "assistant", content: "Hm." },
        thinking_blocks: [{ type: "thinking", thinking, signature }],
      }),
  },
  "OpenRouter's reasoning": {
    path: "/v1/chat/completions",
    request: (text, signature) =>
      turns({
        ...{ role: "assistant", content: "Hm." },
        reasoning_details: [{ type: "reasoning.text", text, signature }],
      }),
  },
};

/** The same in the AI SDK's format. */
const IN_THE_SDK: Record<string, (text: string, signature: string) => object> = {
  "Anthropic's, in the AI SDK": (text, signature) => ({
    ...{ type: "reasoning", text },
    providerOptions: { anthropic: { signature } },
  }),
  "OpenRouter's, in the AI SDK": (text, signature) => ({
    ...{ type: "reasoning", text: "Hm." },
    providerOptions: {
      openrouter: { reasoning_details: [{ type: "reasoning.text", text, signature }] },
    },
  }),
};

const { policy, rewriteBy } = useRewritingGuard();
const stand = useStand({ policy }, wellBehaved);

/** Sends a conversation under guard. Resolves to what was sent, or undefined if nothing was. */
type Play = (options: object, thought: string, signature: string) => Promise<Body | undefined>;

const overHttp =
  ({ path, request }: Conversation): Play =>
  async (options, thought, signature) => {
    stand.provider.answerWith(json({}));
    const answer = await stand.guard(options).fetch(`${stand.provider.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request(thought, signature)),
    });
    await answer.text();
    return stand.provider.requests[0]?.body;
  };

const inTheSdk =
  (part: (text: string, signature: string) => object): Play =>
  async (options, thought, signature) => {
    let sent: Body | undefined;
    const model = {
      modelId: "m",
      doGenerate: async (call: object) => {
        sent = call as Body;
        return { content: [] };
      },
    };
    const params = {
      prompt: [
        { role: "user", content: [{ type: "text", text: ASKED }] },
        { role: "assistant", content: [part(thought, signature)] },
      ],
    };
    const { wrapGenerate } = guardMiddleware(stand.guard(options));
    const doGenerate = () => model.doGenerate(params);
    await wrapGenerate({ doGenerate, params, model }).catch((error: unknown) =>
      expect(error).toBeInstanceOf(RewriteMappingError),
    );
    return sent;
  };

const PLAYS: readonly (readonly [string, Play])[] = [
  ...Object.entries(OVER_HTTP).map(([name, one]) => [name, overHttp(one)] as const),
  ...Object.entries(IN_THE_SDK).map(([name, part]) => [name, inTheSdk(part)] as const),
];

describe.each(PLAYS)("%s, signed,", (_name, play) => {
  it("is sent back unchanged, with the placeholders it was signed with", async () => {
    const thought = "Perhaps [EMAIL_7] would know.";
    const sent = JSON.stringify(await play({ masker: createMasker() }, thought, SIGNATURE));
    expect(sent).toContain(JSON.stringify(thought));
    expect(sent).toContain(SIGNATURE);
    expect(sent).toContain("My address is [EMAIL_1].");
  });

  it("is refused if it contains a value that the masker hides", async () => {
    expect(await play({ masker: createMasker() }, THOUGHT, SIGNATURE)).toBeUndefined();
    expect(JSON.stringify(stand.plane.guardRequests)).not.toContain(INVENTED);
  });

  it("is sent back unchanged if the masker allows its value", async () => {
    const masker = createMasker({ allow: [INVENTED] });
    const sent = JSON.stringify(await play({ masker }, THOUGHT, SIGNATURE));
    expect(sent).toContain(JSON.stringify(THOUGHT));
  });

  it("is refused if the guard rewrites it", async () => {
    rewriteBy((input) => input.replace("Perhaps", "Certainly"));
    expect(await play({ masker: createMasker() }, "Perhaps.", SIGNATURE)).toBeUndefined();
    expect(await play({}, THOUGHT, SIGNATURE)).toBeUndefined();
  });
});

describe("signed reasoning of an AI SDK model", () => {
  const KNOWN = "[EMAIL_1]";
  const params = { prompt: [{ role: "user", content: [{ type: "text", text: ASKED }] }] };
  const signed = { anthropic: { signature: SIGNATURE } };

  it("is not restored in a complete answer", async () => {
    const answer = {
      content: [
        { type: "reasoning", text: `Who is ${KNOWN}?`, providerMetadata: signed },
        { type: "tool-call", input: { type: "reasoning", text: `To ${KNOWN}` } },
        { type: "text", text: `You are ${KNOWN}.` },
      ],
    };
    const model = { modelId: "m", doGenerate: async () => answer };
    const guard = stand.guard({ masker: createMasker(), restoreOutput: true });
    const { wrapGenerate } = guardMiddleware(guard);
    const { doGenerate } = model;
    expect(await wrapGenerate({ doGenerate, params, model })).toEqual({
      content: [
        answer.content[0],
        { type: "tool-call", input: { type: "reasoning", text: "To jane@example.com" } },
        { type: "text", text: "You are jane@example.com." },
      ],
    });
  });

  it("is not restored in a stream, whose signature comes last", async () => {
    const parts = [
      { type: "reasoning-delta", id: "0", delta: "Who is [EMA" },
      { type: "reasoning-delta", id: "0", delta: "IL_1]?" },
      { type: "reasoning-delta", id: "0", delta: "", providerMetadata: signed },
      { type: "reasoning-end", id: "0" },
      { type: "text-delta", id: "1", delta: `You are ${KNOWN}.` },
      { type: "finish", finishReason: "stop", usage: {} },
    ];
    const source = new ReadableStream<unknown>({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    const model = { modelId: "m", doStream: async () => ({ stream: source }) };
    const guard = stand.guard({ masker: createMasker(), restoreOutput: true });
    const { wrapStream } = guardMiddleware(guard);
    const { doStream } = model;
    const { stream } = await wrapStream({ doStream, params, model });
    const came = await gather(stream);
    const restored = { ...parts[4], delta: "You are jane@example.com." };
    expect(came).toEqual([...parts.slice(0, 4), restored, parts[5]]);
  });
});
