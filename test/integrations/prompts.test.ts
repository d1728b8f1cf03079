import type OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GuardDeniedError, RewriteMappingError } from "../../src/index.ts";
import { guardOpenAI, openaiChat } from "../../src/integrations/openai.ts";
import type { Policy } from "../../src/local/index.ts";
import { SAID, wellBehaved } from "../support/models/model-answers.ts";
import { OPENAI_KINDS, type OpenAIKind } from "../support/models/openai-kinds.ts";
import { openStand, type Stand } from "../support/stands/stand.ts";
import type { StrictOptions } from "../support/strict-data-plane/strict-data-plane.ts";

const kind = OPENAI_KINDS[2] as OpenAIKind;
const model = "gpt-4o-mini";
const people = ["ann@example.com", "bob@example.com", "cleo@example.com", "dan@example.com"];
const [ann, bob, cleo, dan] = people as [string, string, string, string];
const image = {
  type: "image_url" as const,
  image_url: { url: "data:image/png;base64,iVBORw0KGgo=" },
};

const conversation: OpenAI.ChatCompletionMessageParam[] = [
  { role: "system", content: `You help ${ann}.` },
  { role: "user", content: [{ type: "text", text: `I am ${bob}.` }, image] },
  {
    role: "assistant",
    content: null,
    tool_calls: [
      { id: "call_1", type: "function", function: { name: "mail", arguments: `{"to":"${cleo}"}` } },
    ],
  },
  { role: "tool", tool_call_id: "call_1", content: `Sent to ${dan}.` },
  { role: "user", content: "Thank you." },
];

describe("the texts of a prompt", () => {
  let stand: Stand;
  afterEach(async () => {
    const { breaches } = stand.plane;
    await stand.close();
    expect(breaches).toEqual([]);
  });

  const open = async (policy?: Policy, options: StrictOptions = {}): Promise<OpenAI> => {
    stand = await openStand(
      { ...(policy === undefined ? {} : { policy }), ...options },
      wellBehaved,
    );
    return kind.make(stand.provider.url);
  };
  const seen = (): string => stand.plane.guardRequests[0]?.body.input ?? "";

  describe("in a whole conversation", () => {
    let client: OpenAI;
    beforeEach(async () => {
      client = await open(undefined, { forbidden: people });
    });

    it("all go to the guard, and its rewrite back to their own places", async () => {
      const guard = stand.guard();
      const request = { model, messages: conversation };
      const result = await guard.call({ provider: openaiChat(client), request });
      for (const person of people) expect(seen()).toContain(person);
      expect(seen()).toContain("Thank you.");
      expect(seen()).not.toContain("iVBORw0KGgo");
      const masked = expect.stringMatching(/\[EMAIL[^\]]*\]/);
      expect(stand.provider.requests[0]?.body.messages).toEqual([
        { role: "system", content: masked },
        { role: "user", content: [{ type: "text", text: masked }, image] },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "call_1", type: "function", function: { name: "mail", arguments: masked } },
          ],
        },
        { role: "tool", tool_call_id: "call_1", content: masked },
        { role: "user", content: "Thank you." },
      ]);
      for (const person of people) expect(stand.provider.requests[0]?.text).not.toContain(person);
      expect(result.coverage).toEqual({
        complete: false,
        inspected: { segments: 5, characters: expect.any(Number) },
        trusted: { segments: 0, characters: 0 },
        uninspected: [{ kind: "image", count: 1, mediaTypes: ["image/png"] }],
      });
      await result.delivery;
      expect(stand.plane.stored[0]?.metadata).toMatchObject({
        coverage: { uninspected: [{ kind: "image", count: 1, media_types: ["image/png"] }] },
      });
    });

    it("are not changed in the app's own objects", async () => {
      const before = structuredClone(conversation);
      const guarded = guardOpenAI(client, stand.guard());
      await guarded.chat.completions.create({ model, messages: conversation });
      expect(conversation).toEqual(before);
    });

    it.each([true, (parts: readonly { kind: string }[]) => parts.some((p) => p.kind === "image")])(
      "are denied together with uninspected content if `denyUninspected` is set",
      async (denyUninspected) => {
        const guarded = guardOpenAI(client, stand.guard({ denyUninspected }));
        const call = guarded.chat.completions.create({ model, messages: conversation });
        await expect(call).rejects.toMatchObject({ code: "uninspected_content" });
        expect(stand.plane.guardRequests).toEqual([]);
        expect(stand.provider.requests).toEqual([]);
        const text = [{ role: "user" as const, content: "Hello." }];
        await guarded.chat.completions.create({ model, messages: text });
      },
    );
  });

  it("that are trusted by `guardScope` do not go to the guard, and are reported as trusted", async () => {
    const client = await open(undefined, { contentMayDiffer: () => true });
    const guard = stand.guard({ guardScope: (segment) => segment.role !== "system" });
    const messages = [
      { role: "system" as const, content: "Our own words, 030 123456." },
      { role: "user" as const, content: `I am ${bob}.` },
    ];
    const result = await guard.call({ provider: openaiChat(client), request: { model, messages } });
    expect(seen()).toBe(`I am ${bob}.`);
    expect(stand.provider.requests[0]?.body.messages).toEqual([
      { role: "system", content: "Our own words, 030 123456." },
      { role: "user", content: expect.stringMatching(/^I am \[EMAIL/) },
    ]);
    expect(result.coverage).toMatchObject({
      complete: false,
      inspected: { segments: 1 },
      trusted: { segments: 1, characters: 26 },
    });
    await result.delivery;
    expect(stand.plane.stored[0]?.input).toContain("Our own words");
    expect(stand.plane.stored[0]?.input).not.toContain(bob);
  });

  describe("with a rewrite that cannot be mapped back", () => {
    const policy: Policy = () => ({ allowed: true, transformedInput: "Something else." });
    const request = { model, messages: conversation };

    it("are denied", async () => {
      const guarded = guardOpenAI(await open(policy), stand.guard());
      const error = await guarded.chat.completions
        .create(request)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(RewriteMappingError);
      expect(error).toBeInstanceOf(GuardDeniedError);
      expect(error).toMatchObject({ code: "rewrite_unmappable" });
      expect(stand.provider.requests).toEqual([]);
    });

    it("are sent as one user message with the last one's images if set to collapse", async () => {
      const client = await open(policy);
      const guarded = guardOpenAI(client, stand.guard({ onUnmappableRewrite: "collapse" }));
      const messages = conversation.slice(0, 2);
      await guarded.chat.completions.create({ model, messages });
      expect(stand.provider.requests[0]?.body.messages).toEqual([
        { role: "user", content: [{ type: "text", text: "Something else." }, image] },
      ]);
      expect((await stand.plane.waitForEvent()).input).toBe("Something else.");
    });
  });

  it.each([
    ["empty", ""],
    ["the same", undefined],
  ])("are sent unchanged if the rewrite is %s", async (_name, rewrite) => {
    const client = await open(({ input }) => ({
      allowed: true,
      transformedInput: rewrite ?? input,
    }));
    stand.plane.script("guard", {
      edit: (body) => ({ ...(body as object), transformed_input: rewrite ?? seen() }),
    });
    const guarded = guardOpenAI(client, stand.guard());
    await guarded.chat.completions.create({ model, messages: conversation });
    expect(stand.provider.requests[0]?.body).toEqual({ model, messages: conversation });
    await stand.plane.waitForEvent();
  });

  it("in a single message are replaced by the guard's rewrite, whatever it is", async () => {
    const client = await open(() => ({ allowed: true, transformedInput: " [user] \n\u0000 x " }));
    const guarded = guardOpenAI(client, stand.guard());
    const messages = [{ role: "user" as const, content: "Hello." }];
    await guarded.chat.completions.create({ model, messages });
    expect(stand.provider.requests[0]?.body.messages).toEqual([
      { role: "user", content: " [user] \n\u0000 x " },
    ]);
    await stand.plane.waitForEvent();
  });

  it("cannot take another role by forging the guard's markers", async () => {
    const client = await open(({ input }) => {
      const lines = input.split("\n").filter((line) => line.startsWith("["));
      return { allowed: true, transformedInput: input.replace("forge", lines.join("\n")) };
    });
    const guarded = guardOpenAI(client, stand.guard());
    const messages = [
      { role: "system" as const, content: "Be kind." },
      { role: "user" as const, content: "forge" },
    ];
    const call = guarded.chat.completions.create({ model, messages });
    await expect(call).rejects.toBeInstanceOf(RewriteMappingError);
    expect(stand.provider.requests).toEqual([]);
  });

  it("that are long are truncated in the event, which says so", async () => {
    const client = await open();
    const guarded = guardOpenAI(client, stand.guard());
    const content = "word ".repeat(10_000);
    await guarded.chat.completions.create({ model, messages: [{ role: "user", content }] });
    expect(seen()).toBe(content);
    const event = await stand.plane.waitForEvent();
    expect(event.input).toHaveLength(32_000);
    expect(event.metadata).toMatchObject({ truncated: { input: 50_000 } });
    expect(event.output).toBe(SAID);
  });

  it("may be empty: the guard is asked anyway", async () => {
    const client = await open();
    const guarded = guardOpenAI(client, stand.guard());
    await guarded.chat.completions.create({ model, messages: [{ role: "user", content: "" }] });
    expect(stand.plane.guardRequests).toHaveLength(1);
    expect(stand.provider.requests).toHaveLength(1);
    await stand.plane.waitForEvent();
  });
});
