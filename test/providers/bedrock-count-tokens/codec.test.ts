import { describe, expect, it } from "vitest";
import {
  bedrockCountTokensCodec,
  bedrockCountTokensInputCodec,
} from "../../../src/providers/bedrock-count-tokens/codec.ts";
import { UnreadableRequestError } from "../../../src/providers/provider.ts";

const json = '{"prompt": "How are you?", "n": 1.0}';
const bytes = new TextEncoder().encode(json);

const withBody = (body: unknown) => ({ modelId: "m", input: { invokeModel: { body } } });
const bodyOf = (request: object) => (request as ReturnType<typeof withBody>).input.invokeModel.body;

describe("the input of a Bedrock CountTokens command", () => {
  it.each<[string, () => ArrayBufferView | ArrayBuffer]>([
    ["a Uint8Array", () => bytes.slice()],
    ["a Buffer", () => Buffer.from(json)],
    ["an ArrayBuffer", () => bytes.slice().buffer],
    ["a DataView", () => new DataView(bytes.slice().buffer)],
  ])("is not changed by what the app does to its body afterwards: %s", (_name, make) => {
    const body = make();
    const copy = bedrockCountTokensInputCodec.writePrompt(withBody(body), ["How are you?"]);
    const own = ArrayBuffer.isView(body) ? body : new DataView(body);
    new Uint8Array(own.buffer, own.byteOffset, own.byteLength).fill(0x20);
    expect(Buffer.from(bodyOf(copy) as Uint8Array).toString()).toBe(json);
  });

  it.each([
    ["text", json],
    ["bytes", bytes],
  ])("keeps the form and the numbers of its body if it is rewritten: %s", (_name, body) => {
    const copy = bedrockCountTokensInputCodec.writePrompt(withBody(body), ["Who?"]);
    const written = bodyOf(copy);
    expect(typeof written).toBe(typeof body);
    const said = typeof written === "string" ? written : Buffer.from(written as Uint8Array);
    expect(String(said)).toBe('{"prompt":"Who?","n":1.0}');
  });

  it("is collapsed if it is a conversation, and denied if it is a body", () => {
    const { collapsePrompt } = bedrockCountTokensInputCodec;
    const system = [{ text: "Be brief." }];
    const messages = [{ role: "user", content: [{ text: "Hello" }] }];
    const conversation = { modelId: "m", input: { converse: { system, messages } } };
    expect(collapsePrompt(conversation, "All.")).toEqual({
      modelId: "m",
      input: { converse: { messages: [{ role: "user", content: [{ text: "All." }] }] } },
    });
    expect(() => collapsePrompt(withBody(bytes), "All.")).toThrow(RangeError);
  });
});

describe("a Bedrock CountTokens request", () => {
  it("stays as it was sent if it is not rewritten, line breaks in base64 included", () => {
    const encoded = Buffer.from(json).toString("base64").replace(/.{20}/g, "$&\n");
    const copy = bedrockCountTokensCodec.writePrompt(withBody(encoded), ["How are you?"]);
    expect(bodyOf(copy)).toBe(encoded);
  });

  it("is refused with a body that is not UTF-8: its text would be another for the model", () => {
    const encoded = Buffer.from(`{"prompt":"\xe9"}`, "latin1").toString("base64");
    expect(() => bedrockCountTokensCodec.readPrompt(withBody(encoded))).toThrow(
      UnreadableRequestError,
    );
  });
});
