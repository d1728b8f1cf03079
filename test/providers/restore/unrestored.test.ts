import { expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import { bodyRestorer } from "../../../src/providers/restore/body-restorer.ts";
import { ChunkRestorer } from "../../../src/providers/restore/chunk-restorer.ts";
import { restorableTexts } from "../../../src/providers/restore/restorable-texts.ts";
import { restoreStrings } from "../../../src/providers/restore/restore-strings.ts";
import type { StreamTexts } from "../../../src/providers/restore/restorer.ts";

const { vault } = createMasker().mask("ada@example.com");
const restorer = new AnswerRestorer(vault);

it("passes on a body that is too large to be buffered, unchanged and before its end", () => {
  const body = bodyRestorer(openaiChatCodec, "application/json", restorer);
  const begun = Buffer.from('{"a":"[EMAIL_1]","b":"');
  const large = Buffer.alloc(64 * 1024 * 1024, "A");
  const ended = Buffer.from('[EMAIL_1]"}');
  expect(body?.push(begun)).toHaveLength(0);
  expect(body && Buffer.concat([begun, large]).equals(body.push(large))).toBe(true);
  expect(body?.push(ended)).toEqual(ended);
  expect(body?.end()).toHaveLength(0);
});

it("passes on chunks of a custom format whose text is in several strings, each once", () => {
  interface Chunk {
    readonly parts: readonly string[];
  }
  const readText = ({ parts }: Chunk): string => parts.join("");
  const texts = restorableTexts<Chunk>({ readText }) as StreamTexts<Chunk>;
  const chunks = new ChunkRestorer(texts, restorer);
  const given: Chunk[] = [{ parts: ["to [EM", "AIL_1], ["] }, { parts: ["EMAIL_1", "] ["] }];
  const seen = [...given.flatMap((chunk) => chunks.push(chunk)), ...chunks.end()];
  expect(seen).toEqual(given);
});

it("keeps reasoning among the parts of an answer, and restores what looks like it in arguments", () => {
  const reasoning = { type: "reasoning", text: "of [EMAIL_1]" };
  const call = { type: "tool-call", input: { content: [{ ...reasoning }] } };
  expect(restoreStrings({ content: [reasoning, call] }, restorer)).toEqual({
    content: [
      reasoning,
      { type: "tool-call", input: { content: [{ ...reasoning, text: "of ada@example.com" }] } },
    ],
  });
});
