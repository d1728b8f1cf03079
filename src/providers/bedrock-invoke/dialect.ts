import { anthropicMessagesCodec } from "../anthropic-messages/codec.ts";
import { bedrockConverseCodec } from "../bedrock-converse/codec.ts";
import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { openaiChatCodec } from "../openai-chat/codec.ts";
import type { ProviderCodec } from "../provider.ts";

/** The known model formats; any other is read as a tree of texts. */
export type Dialect = "anthropic" | "converse" | "chat" | "other";

/**
 * The format of a request's body, recognized by its shape, because a model id may be an ARN that
 * says nothing.
 */
export function dialectOf(body: JsonObject): Dialect {
  if (typeof body.anthropic_version === "string") return "anthropic";
  if (!Array.isArray(body.messages)) return "other";
  return body.messages.some(hasBlocks) ? "converse" : "chat";
}

/** Content as blocks, each named by its property, as in Nova's format. */
function hasBlocks(message: unknown): boolean {
  const content = isJsonObject(message) ? message.content : undefined;
  const [first] = Array.isArray(content) ? content : [];
  return isJsonObject(first) && first.type === undefined;
}

type Codec = ProviderCodec<object, unknown, unknown>;

/** The codec of an answer, recognized by its shape; undefined if unknown. */
export function codecOf(answer: unknown): Codec | undefined {
  return isJsonObject(answer) && Array.isArray(answer.choices)
    ? chatCodecOf(answer.choices, "message")
    : codecBeside(answer);
}

/** The same for a chunk of a stream. */
export function pieceCodecOf(piece: unknown): Codec | undefined {
  return isJsonObject(piece) && Array.isArray(piece.choices)
    ? chatCodecOf(piece.choices, "delta")
    : codecBeside(piece);
}

/** Mistral's streams have messages in their choices; DeepSeek's answers have texts. */
function chatCodecOf(choices: readonly unknown[], said: string): Codec | undefined {
  const isChat = choices.every((choice) => isJsonObject(choice) && said in choice);
  return isChat ? (openaiChatCodec as Codec) : undefined;
}

function codecBeside(answer: unknown): Codec | undefined {
  if (!isJsonObject(answer)) return undefined;
  if (typeof answer.type === "string" && answer.type !== COMPLETION) return anthropicMessagesCodec;
  return CONVERSE.some((name) => isJsonObject(answer[name])) ? bedrockConverseCodec : undefined;
}

/** Anthropic's older text completions have a `type` too. */
const COMPLETION = "completion";

/** The properties of an answer or event in Nova's format. */
const CONVERSE = [
  ...["output", "messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop"],
  ...["messageStop", "metadata"],
] as const;
