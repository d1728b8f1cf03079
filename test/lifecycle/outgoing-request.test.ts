import { describe, expect, it } from "vitest";
import { UnguardedRequestError } from "../../src/errors.ts";
import { lifecycleOf } from "../../src/lifecycle/lifecycle-of.ts";
import { runCall } from "../../src/lifecycle/run-call.ts";
import { runStream } from "../../src/lifecycle/stream/run-stream.ts";
import { openaiChatCodec } from "../../src/providers/openai-chat/codec.ts";
import { type ProviderCodec, UnreadableRequestError } from "../../src/providers/provider.ts";
import { buildGate, rewrite, type TestGate } from "../support/stands/gate.ts";
import { TWO_MESSAGES } from "./model-calls.ts";

type Codec = ProviderCodec<object, unknown, unknown>;

describe("a rewrite that the codec fails to write", () => {
  const broken: [string, () => Partial<Codec>, "deny" | "collapse"][] = [
    ["back into its messages", () => ({ writePrompt: throwAt(2) }), "deny"],
    ["as one message", () => ({ collapsePrompt: throwAt(1) }), "collapse"],
  ];
  it.each(broken)(
    "%s ends the call before the provider, and leaves nothing pending",
    async (_name, own, onUnmappableRewrite) => {
      for (const form of ["call", "stream"] as const) {
        const gate = buildGate({
          rules: { onUnmappableRewrite },
          guard: ({ input }) =>
            rewrite(
              onUnmappableRewrite === "deny" ? input.replace("France", "[PLACE]") : "other words",
            ),
        });
        const error = await run(gate, { ...openaiChatCodec, ...own() }, form).catch(
          (e: unknown) => e,
        );
        expect(error).toMatchObject({
          code: "rewrite_unmappable",
          clientEventId: gate.asks[0]?.clientEventId,
          decision: { allowed: true },
        });
        expect(await lifecycleOf(error)?.outcome).toBe("denied");
        expect(gate.delivery.submitted).toEqual([]);
        expect(gate.delivery.placesKept).toBe(0);
        expect(await gate.services.active.underWay().delivered).toEqual([]);
      }
    },
  );
});

it("uses the methods that a codec overrides in a built-in one", async () => {
  const gate = buildGate();
  const codec: Codec = {
    ...openaiChatCodec,
    readPrompt: (request) => {
      const { aside, ...others } = request as { readonly aside?: string };
      const prompt = openaiChatCodec.readPrompt(others);
      if (aside === undefined) return prompt;
      const segment = { text: aside, role: "system", kind: "text" } as const;
      return { ...prompt, segments: [segment, ...prompt.segments] };
    },
    writePrompt: (request, texts) => {
      const { aside, ...others } = request as { readonly aside?: string };
      if (aside === undefined) return openaiChatCodec.writePrompt(request, texts);
      const [first, ...rest] = texts;
      return { aside: first, ...openaiChatCodec.writePrompt(others, rest) };
    },
  };
  const request = { ...TWO_MESSAGES, aside: "A word that only the new reader knows." };
  await run(gate, codec, "call", request).catch(() => undefined);
  expect(gate.asks[0]?.input).toContain("A word that only the new reader knows.");
});

describe("a request that cannot be read", () => {
  it("is refused before the guard is asked, with the place of the unreadable content", async () => {
    const gate = buildGate();
    const codec: Codec = {
      ...openaiChatCodec,
      readPrompt: () => {
        throw new UnreadableRequestError("messages[0].content");
      },
    };
    const error = await run(gate, codec, "call").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnguardedRequestError);
    expect(error).toMatchObject({ message: expect.stringContaining("messages[0].content") });
    expect(gate.asks).toEqual([]);
    expect(gate.delivery.admitted).toBe(0);
  });

  it.each(["readPrompt", "writePrompt"] as const)(
    "is refused if the codec's %s has a bug",
    async (method) => {
      const gate = buildGate();
      const call = run(gate, { ...openaiChatCodec, [method]: throwAt(1) }, "call");
      await expect(call).rejects.toMatchObject({ code: "unguarded_request" });
      expect(gate.asks).toEqual([]);
      expect(await gate.services.active.underWay().delivered).toEqual([]);
    },
  );
});

/** A function that throws from its nth call on. */
function throwAt(nth: number): () => never {
  let calls = 0;
  return (...given: unknown[]) => {
    calls += 1;
    if (calls >= nth) throw new RangeError("a bug of the codec");
    return given[0] as never;
  };
}

function run(
  gate: TestGate,
  codec: Codec,
  form: "call" | "stream",
  request: object = TWO_MESSAGES,
): Promise<unknown> {
  const call = { codec, request, context: gate.call() };
  const invoke = async (): Promise<never> => {
    throw new Error("the provider was called");
  };
  return form === "call"
    ? runCall(gate, { ...call, invoke })
    : runStream(gate, { ...call, invoke, takesUsageRequest: false });
}
