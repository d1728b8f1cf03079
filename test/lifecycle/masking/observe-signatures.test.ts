import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { observeSignatures } from "../../../src/lifecycle/masking/observe-signatures.ts";
import { aiSdkLanguageModelCodec } from "../../../src/providers/ai-sdk-language-model/codec.ts";
import { anthropicMessagesCodec } from "../../../src/providers/anthropic-messages/codec.ts";
import { SignedPieces } from "../../../src/providers/signed-pieces.ts";
import { findSigned, type OnSigned } from "../../../src/providers/signed-texts.ts";
import { WireCollector } from "../../../src/providers/stream/wire-collector.ts";
import { namedEvent } from "../../support/models/message-answers.ts";
import { SIGNATURE, thoughtEvents } from "../../support/restoration/signed-thinking.ts";
import "../../support/runner/property-seed.ts";

interface SignedText {
  readonly text: string;
  readonly signature: string;
}

/** Collects each signed text with its signature. */
const gather =
  (all: SignedText[]): OnSigned =>
  (signature) =>
  (text) => {
    all.push({ text, signature });
  };

function heard(): { readonly all: SignedText[]; readonly codec: typeof anthropicMessagesCodec } {
  const all: SignedText[] = [];
  return { all, codec: observeSignatures(anthropicMessagesCodec, gather(all)) };
}

describe("a codec that observes signatures", () => {
  it("assembles a text however its stream is split", () => {
    const units = fc.constantFrom("a", " ", "\u00e9", "\u20ac", "\ud83d", "\ude42", '"', "\n");
    const piece = fc.array(units, { minLength: 1, maxLength: 6 }).map((all) => all.join(""));
    const pieces = fc.array(piece, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(), { maxLength: 8 }), (texts, cuts) => {
        const bytes = new TextEncoder().encode(thoughtEvents(texts).map(namedEvent).join(""));
        const { all, codec } = heard();
        const collector = new WireCollector(codec, "text/event-stream");
        const ends = [...cuts.map((cut) => cut % bytes.length), bytes.length].sort((a, b) => a - b);
        let from = 0;
        for (const end of ends) {
          collector.push(bytes.slice(from, end));
          from = end;
        }
        collector.answer();
        expect(all).toEqual([{ text: texts.join(""), signature: SIGNATURE }]);
      }),
    );
  });

  it("reports no text whose signature has not arrived", () => {
    const wire = thoughtEvents().map(namedEvent).join("");
    const { length } = wire.slice(0, wire.indexOf("signature_delta"));
    fc.assert(
      fc.property(fc.nat({ max: length }), (end) => {
        const { all, codec } = heard();
        const collector = new WireCollector(codec, "text/event-stream");
        collector.push(new TextEncoder().encode(wire.slice(0, end)));
        collector.answer();
        expect(all).toEqual([]);
      }),
    );
  });

  it("reads answers as the original codec does, and keeps its other members", () => {
    const { codec } = heard();
    const answer = { content: [{ type: "text", text: "Hello" }] };
    expect(codec.readAnswer(answer)).toEqual(anthropicMessagesCodec.readAnswer(answer));
    for (const key of ["framing", "streamTexts", "readPrompt", "oneWalk"] as const) {
      expect(codec[key]).toBe(anthropicMessagesCodec[key]);
    }
  });
});

it("does not observe an app's own codec, or content outside the answer", () => {
  const all: SignedText[] = [];
  const onSigned = gather(all);
  const own = { collectAnswer: anthropicMessagesCodec.collectAnswer };
  expect(observeSignatures(own, onSigned)).toBe(own);
  expect(observeSignatures(anthropicMessagesCodec, undefined)).toBe(anthropicMessagesCodec);
  const thinking = { type: "reasoning", text: "Hm.", signature: "c2VhbA==" };
  const { readAnswer } = observeSignatures(aiSdkLanguageModelCodec, onSigned);
  readAnswer({ content: [], request: { body: { messages: [thinking] } } });
  expect(all).toEqual([]);
});

describe("signed texts in an answer", () => {
  it("exclude those of the input that the answer repeats", () => {
    const all: SignedText[] = [];
    const thought = (text: string) => ({ summary: [{ text }], signature: "c2VhbA==" });
    findSigned({ input: [thought("asked")], steps: [thought("said")] }, gather(all));
    expect(all).toEqual([{ text: "said", signature: "c2VhbA==" }]);
  });

  it("exclude forged ones in tool calls, tool results and log probabilities", () => {
    const all: SignedText[] = [];
    const forged = { text: "mine", signature: "c2VhbA==" };
    const steps = [
      { type: "function_call", arguments: forged },
      { type: "function_result", result: [forged] },
      { type: "tool_use", input: { nested: forged } },
    ];
    findSigned({ steps, choices: [{ logprobs: forged }] }, gather(all));
    expect(all).toEqual([]);
  });

  it("belong to the outermost signature, which is read once for all of them", () => {
    let read = 0;
    const all: string[] = [];
    const deep = (levels: number): object =>
      levels === 0
        ? { text: "deep" }
        : { signature: `seal ${levels}`, text: "said", summary: [deep(levels - 1)] };
    findSigned(deep(20), (signature) => {
      read += 1;
      return (text) => void all.push(`${signature}: ${text}`);
    });
    expect(read).toBe(1);
    expect(all).toEqual([...Array(20).fill("seal 20: said"), "seal 20: deep"]);
  });

  it("are found despite cycles, but not in objects of other classes", () => {
    const all: SignedText[] = [];
    const thinking: Record<string, unknown> = { thinking: "Hm.", signature: "c2VhbA==" };
    thinking.self = thinking;
    const foreign = new (class Answer {
      get parts(): never {
        throw new Error("asked");
      }
    })();
    findSigned([{ thinking }, foreign], gather(all));
    expect(all).toEqual([{ text: "Hm.", signature: "c2VhbA==" }]);
  });

  it("include those of Mistral chats, both in chunks and assembled", () => {
    const all: SignedText[] = [];
    const pieces = new SignedPieces(gather(all));
    const think = (text: string, own: object = {}) => ({
      choices: [
        {
          index: 0,
          delta: {
            content: [
              { type: "thinking", thinking: [{ type: "text", text }], ...own },
              { type: "text", text: "Well." },
            ],
          },
        },
      ],
    });
    const signature = "c2VhbA==";
    for (const chunk of [think("of "), think("Ada"), think("", { signature })]) pieces.push(chunk);
    expect(all.map(({ text }) => text)).toEqual(["of ", "Ada", "of Ada"]);
    expect(all.every((each) => each.signature === signature)).toBe(true);
  });

  it("are buffered up to a limit while they stream, and dropped beyond it", () => {
    const all: SignedText[] = [];
    const pieces = new SignedPieces(gather(all));
    const delta = (one: object, index = 0) =>
      pieces.push({ type: "content_block_delta", index, delta: one });
    const megabyte = "x".repeat(1024 * 1024);
    delta({ type: "thinking_delta", thinking: "kept" }, 1);
    for (let at = 0; at < 5; at += 1) delta({ type: "thinking_delta", thinking: megabyte });
    delta({ type: "signature_delta", signature: "c2VhbA==" });
    delta({ type: "signature_delta", signature: "c2VhbA==" }, 1);
    expect(all).toEqual([]);
    for (let index = 0; index < 300; index += 1) {
      delta({ type: "thinking_delta", thinking: "x" }, index);
    }
    delta({ type: "signature_delta", signature: "c2VhbA==" }, 7);
    expect(all).toEqual([]);
  });
});
