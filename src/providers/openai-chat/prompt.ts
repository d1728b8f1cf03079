import { foldedKey } from "../json/folded-key.ts";
import {
  copyObject,
  isJsonObject,
  type JsonObject,
  mapEach,
  overPlainJson,
} from "../json/json-shape.ts";
import { binariesAmong, lastUserParts } from "../prompt/binary-parts.ts";
import { mapDataUrl } from "../prompt/data-url.ts";
import type { Field } from "../prompt/field-prompt.ts";
import { readProperty } from "../prompt/instructions.ts";
import { promptOf } from "../prompt/prompt-of.ts";
import { type PromptVisitor, PromptWriter } from "../prompt/prompt-text.ts";
import { RequestReader } from "../prompt/request-reader.ts";
import { SILENCE } from "../prompt/silence.ts";
import { mapTree, type TreeRules } from "../prompt/text-tree.ts";
import { mapMisplaced, mapTexts } from "../prompt/texts.ts";
import { mapUnnamed } from "../prompt/unnamed.ts";
import type { CopiedPrompt, OneWalk, Prompt } from "../provider.ts";
import { mapDocument } from "./document.ts";
import { mapMessage } from "./message.ts";
import { mapContent } from "./part.ts";
import { mapLabel } from "./place.ts";

/** Body of a chat completion request: any object, because dialects add properties. */
export type ChatRequest = object;

/** All texts of a request, and its other content. */
export function readPrompt(request: ChatRequest): Prompt {
  return readAndCopy(request).prompt;
}

/** The same, with the copy that the texts were read from. */
function readAndCopy(request: ChatRequest): CopiedPrompt<ChatRequest> {
  return overPlainJson(request, (plain) => {
    const reader = new RequestReader();
    const copy = mapRequest(plain, reader);
    const { model, stream }: JsonObject = isJsonObject(copy) ? copy : {};
    return { prompt: promptOf(reader, model, stream === true), copy: copy as ChatRequest };
  });
}

/**
 * A copy with `texts`; with unchanged texts, its JSON is identical byte for byte.
 *
 * @throws RangeError if the request has a different number of texts.
 */
export function writePrompt(
  request: ChatRequest,
  texts: readonly string[],
  names?: readonly string[],
): ChatRequest {
  return overPlainJson(request, (plain) => {
    const writer = new PromptWriter(texts, names);
    const copy = mapRequest(plain, writer);
    writer.assertDone();
    return copy as ChatRequest;
  });
}

/** Reading and the first copy in one pass. */
export const oneWalk: OneWalk<ChatRequest> = { readPrompt, writePrompt, readAndCopy };

/** A copy whose only text is `text`, with the binary parts of the last user message. */
export function collapsePrompt(request: ChatRequest, text: string): ChatRequest {
  return overPlainJson(request, (plain) => {
    const kept = isJsonObject(plain) ? copyObject(plain) : {};
    for (const key of Object.keys(kept)) {
      const name = foldedKey(key);
      if (HOLDING_TEXT.has(name) || (name === "messages" && name !== key)) delete kept[key];
      else if (name !== "messages") kept[key] = mapUnnamed(key, kept[key], SILENCE);
    }
    const binaries = binaryPartsOf(kept.messages);
    const content = binaries.length === 0 ? text : [{ type: "text", text }, ...binaries];
    kept.messages = [{ role: "user", content }];
    return kept;
  });
}

/**
 * Properties besides `messages` that dialects put into the prompt (OpenRouter, vLLM, Groq, Cohere,
 * gateways of other vendors' formats), with the role of their texts.
 */
export const BESIDE_MESSAGES: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...["prompt", "input", "inputs", "message", "query", "suffix", "context"].map(beside("user")),
  ...["chat_history", "history", "continuation"].map(beside("user")),
  // Variables of a prompt stored at a gateway (Portkey, LiteLLM).
  ["variables", mapVariables],
  ["prompt_variables", mapVariables],
  ...["system", "system_prompt", "instructions", "preamble"].map(beside("system")),
  ["documents", mapDocuments],
  ["document", mapDocuments],
]);

const NO_RULES: TreeRules = new Map();

/** Properties that are dropped when one message replaces everything. */
const HOLDING_TEXT: ReadonlySet<string> = new Set([
  ...BESIDE_MESSAGES.keys(),
  ...["prediction", "request"],
]);

function beside(role: string) {
  const field: Field = (value, visitor) => {
    return mapTexts(value, (text) => visitor.text(text, role, "text"));
  };
  return (key: string) => [key, field] as const;
}

function mapDocuments(value: unknown, visitor: PromptVisitor): unknown {
  return mapDocument(value, { visitor, role: "document", kind: "document", where: "documents" });
}

/** A variable may contain an image. */
function mapVariables(value: unknown, visitor: PromptVisitor): unknown {
  const place = { visitor, role: "user", kind: "text", rules: NO_RULES } as const;
  return mapTexts(value, (text) => String(mapDataUrl(text, place) ?? mapTree(text, place)));
}

function mapRequest(request: unknown, visitor: PromptVisitor): unknown {
  if (!isJsonObject(request)) return mapMisplaced(request, visitor);
  const copy = copyObject(request);
  for (const key of Object.keys(copy)) {
    const value = copy[key];
    const name = foldedKey(key);
    if (name === "messages") copy[key] = mapMessages(value, visitor);
    else if (name === "prediction") copy[key] = mapPrediction(value, visitor);
    // Perplexity's asynchronous chats wrap the request.
    else if (name === "request" && isJsonObject(value)) copy[key] = mapRequest(value, visitor);
    else {
      const field = BESIDE_MESSAGES.get(name);
      copy[key] =
        field === undefined
          ? mapUnnamed(key, value, visitor)
          : readProperty(key, visitor, () => field(value, visitor));
    }
  }
  return copy;
}

/** A conversation, or a single message in its place. */
export function mapMessages(messages: unknown, visitor: PromptVisitor): unknown {
  return mapEach(messages, (message, index) => mapMessage(message, index, visitor));
}

function mapPrediction(prediction: unknown, visitor: PromptVisitor): unknown {
  const place = { visitor, role: "prediction", kind: "prediction", where: "prediction" } as const;
  if (!isJsonObject(prediction)) return mapContent(prediction, place);
  const copy = copyObject(prediction);
  for (const key of Object.keys(copy)) {
    copy[key] = key === "type" ? mapLabel(copy[key], place.where) : mapContent(copy[key], place);
  }
  return copy;
}

/** Parts of the last user message with content other than text, and without text. */
function binaryPartsOf(messages: unknown): unknown[] {
  return binariesAmong(lastUserParts(messages), (part, visitor) => {
    return mapContent(part, { visitor, role: "user", kind: "text", where: "content" });
  });
}
