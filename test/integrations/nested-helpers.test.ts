import type Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { guardAnthropic } from "../../src/integrations/anthropic.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";
import { ANTHROPIC_KINDS } from "../support/models/anthropic-kind.ts";
import { MESSAGE_TEXT, sendsMessage } from "../support/models/message-answers.ts";
import { SAID, wellBehaved } from "../support/models/model-answers.ts";
import { OPENAI_KINDS } from "../support/models/openai-kinds.ts";
import { REPLY, responds } from "../support/models/response-answers.ts";
import { type Stand, useStand } from "../support/stands/stand.ts";

const model = "some-model";
const messages = [{ role: "user" as const, content: "Hello" }];
const message = { model, max_tokens: 100, messages };
const textOf = ({ content }: Anthropic.Beta.BetaMessage): string =>
  content[0]?.type === "text" ? content[0].text : "";

interface Signalled {
  readonly signal?: AbortSignal;
}

/** A use of a helper; returns the text of the answer. */
type Use<C> = (client: C, options: Signalled) => Promise<string | null>;

const OPENAI: Record<string, Use<OpenAI>> = {
  "chat.completions.stream": (client, options) =>
    client.chat.completions.stream({ model, messages }, options).finalContent(),
  "chat.completions.runTools": (client, options) =>
    client.chat.completions.runTools({ model, messages, tools: [] }, options).finalContent(),
  "chat.completions.runTools, streamed": (client, options) =>
    client.chat.completions
      .runTools({ model, messages, tools: [], stream: true }, options)
      .finalContent(),
};

const RESPONSES: Record<string, Use<OpenAI>> = {
  "responses.stream": async (client, options) => {
    const { output } = await client.responses
      .stream({ model, input: "Hello" }, options)
      .finalResponse();
    const said = output.flatMap((item) => (item.type === "message" ? item.content : []));
    return said.map((part) => (part.type === "output_text" ? part.text : "")).join("");
  },
};

const ANTHROPIC: Record<string, Use<Anthropic>> = {
  "messages.stream": (client, options) => client.messages.stream(message, options).finalText(),
  "beta.messages.stream": (client, options) =>
    client.beta.messages.stream(message, options).finalText(),
  "beta.messages.toolRunner": async (client, options) =>
    textOf(await client.beta.messages.toolRunner({ ...message, tools: [] }, options)),
};

/** The runner of version 1 gives its streams neither its options nor its signal. */
const AT_ONCE: Record<string, Use<Anthropic>> = {
  "beta.messages.toolRunner, streamed": async (client, options) =>
    textOf(await client.beta.messages.toolRunner({ ...message, tools: [], stream: true }, options)),
};

const WAYS: readonly [string, boolean, boolean][] = [
  ["at once", false, false],
  ["at once, with the signal", false, true],
  ["after a while, with the signal", true, true],
];

/** Two calls, because the first opens what later ones find. */
async function expectOneLifecycleEach<C>(
  stand: Stand,
  guardClient: (guard: ReturnType<Stand["guard"]>) => C,
  { use, waits, passes, said }: UsedIn<C>,
): Promise<void> {
  const guard = stand.guard();
  const client = guardClient(guard);
  for (const _call of [1, 2]) {
    const { output } = await guard.call({
      ...{ model, input: "Hello" },
      execute: async ({ signal }) => {
        if (waits) await new Promise(setImmediate);
        return (await use(client, passes ? { signal } : {})) ?? "";
      },
    });
    expect(output).toBe(said);
  }
  await guard.flush();
  expect(stand.provider.requests).toHaveLength(2);
  expect(stand.plane.guardRequests).toHaveLength(2);
  expect(stand.plane.stored).toHaveLength(2);
}

interface UsedIn<C> {
  readonly use: Use<C>;
  readonly waits: boolean;
  readonly passes: boolean;
  readonly said: string;
}

describe.each(OPENAI_KINDS)("a helper of $name, created in execute", (kind) => {
  describe("makes one lifecycle with the call around it", () => {
    const stand = useStand({}, (scene) =>
      (scene.request.path.endsWith("/responses") ? responds : wellBehaved)(scene),
    );
    const guarded = (guard: ReturnType<Stand["guard"]>): OpenAI =>
      guardOpenAI(kind.make(stand.provider.url), guard);

    describe.each(WAYS)("%s", (_way, waits, passes) => {
      it.each(Object.entries(OPENAI))("%s", (_name, use) =>
        expectOneLifecycleEach(stand, guarded, { use, waits, passes, said: SAID }),
      );
      it.each(Object.entries(RESPONSES))("%s", (_name, use) =>
        expectOneLifecycleEach(stand, guarded, { use, waits, passes, said: REPLY }),
      );
    });

    it("but asks for text that the call around it did not get approved", async () => {
      const guard = stand.guard();
      const client = guarded(guard);
      await guard.call({
        ...{ model, input: "Outer words" },
        execute: async ({ signal }) => {
          const helper = client.chat.completions.stream({ model, messages }, { signal });
          return (await helper.finalContent()) ?? "";
        },
      });
      await guard.flush();
      const asked = stand.plane.guardRequests.map(({ body }) => body.input);
      expect(asked).toEqual(["Outer words", "Hello"]);
      expect(stand.plane.stored).toHaveLength(2);
    });
  });
});

describe.each(ANTHROPIC_KINDS)("a helper of $name, created in execute", (kind) => {
  describe("makes one lifecycle with the call around it", () => {
    const stand = useStand({}, sendsMessage);
    describe.each(WAYS)("%s", (_way, waits, passes) => {
      it.each(Object.entries(waits ? ANTHROPIC : { ...ANTHROPIC, ...AT_ONCE }))(
        "%s",
        (_name, use) =>
          expectOneLifecycleEach(
            stand,
            (guard) => guardAnthropic(kind.make(stand.provider.url), guard),
            { use, waits, passes, said: MESSAGE_TEXT },
          ),
      );
    });
  });
});
