import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { googleGenerateContentCodec } from "../../../src/providers/google-generate-content/codec.ts";
import { ollamaChatCodec } from "../../../src/providers/ollama-chat/codec.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import { openaiSpeechCodec } from "../../../src/providers/openai-speech/codec.ts";
import type { AnyCodec } from "../../../src/providers/provider.ts";
import { bodyRestorer } from "../../../src/providers/restore/body-restorer.ts";

const { vault } = createMasker().open();
vault.placeholderFor("EMAIL", "ada@example.com");
const restorer = new AnswerRestorer(vault);

/** The pieces that an app gets for the pieces of a body; undefined for one that is left alone. */
function passed(
  codec: AnyCodec,
  type: string | null,
  pieces: readonly string[],
): string[] | undefined {
  const body = bodyRestorer(codec, type, restorer);
  if (body === undefined) return undefined;
  const given = pieces.map((piece) => Buffer.from(body.push(Buffer.from(piece))).toString());
  return [...given, Buffer.from(body.end()).toString()];
}

describe.each([null, "text/plain;charset=UTF-8", "application/octet-stream"])(
  "a body of the type %s",
  (type) => {
    const chat = '{"choices":[{"message":{"content":"[EMAIL_1]"}}]}';
    const candidate = (text: string) =>
      `{"candidates":[{"content":{"parts":[{"text":"${text}"}]}}]}`;
    const line = (content: string) => `{"message":{"role":"assistant","content":"${content}"}}\n`;

    it("has originals where it begins like JSON, as its client reads it", () => {
      for (const cut of [0, 1, 3, 30]) {
        const pieces = [`\n ${chat.slice(0, cut)}`, chat.slice(cut)];
        expect(passed(openaiChatCodec, type, pieces)?.join("")).toBe(
          `\n ${chat.replace("[EMAIL_1]", "ada@example.com")}`,
        );
      }
      const chunks = [`[${candidate("[EM")}`, `,\n${candidate("AIL_1]")}]`];
      expect(passed(googleGenerateContentCodec, type, chunks)?.join("")).toBe(
        `[${candidate("")},\n${candidate("ada@example.com")}]`,
      );
    });

    it("has originals in each line where the format's streams are lines, as soon as it is there", () => {
      expect(passed(ollamaChatCodec, type, [line("to [EM"), line("AIL_1].")])).toEqual([
        line("to "),
        line("ada@example.com."),
        "",
      ]);
    });

    it("passes at once and unchanged where it does not", () => {
      for (const pieces of [
        ["  ", "\n", "data: [EMAIL_1]\n\n"],
        ["Gateway", " [EMAIL_1]"],
      ]) {
        expect(passed(openaiChatCodec, type, pieces)).toEqual([...pieces, ""]);
      }
      expect(passed(openaiSpeechCodec, type, ["{"])).toBeUndefined();
    });
  },
);
