import { binaryBlocksOf as anthropicBinaries } from "../anthropic-messages/message.ts";
import { plainCopy } from "../bedrock-converse/plain-copy.ts";
import { withExactNumbers } from "../json/exact-numbers.ts";
import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { hasRepeatedKey } from "../json/repeated-key.ts";
import { rewrittenJson } from "../json/rewritten-json.ts";
import { promptOf } from "../prompt/prompt-of.ts";
import { PromptWriter } from "../prompt/prompt-text.ts";
import { RequestReader } from "../prompt/request-reader.ts";
import { type Prompt, type ProviderCodec, UnreadableRequestError } from "../provider.ts";
import { mapBody, withCounts } from "./body.ts";
import { dialectOf } from "./dialect.ts";

/** All texts of a body, and its other content. */
function readBody(body: JsonObject): Prompt {
  const reader = new RequestReader();
  mapBody(body, reader);
  return promptOf(reader, "", false);
}

function writeBody(
  body: JsonObject,
  texts: readonly string[],
  names?: readonly string[],
): JsonObject {
  const writer = new PromptWriter(texts, names);
  const written = mapBody(body, writer);
  writer.assertDone();
  return written;
}

/** A body with a single text: as one message, or in place of the only text. */
function collapseBody(body: JsonObject, text: string): JsonObject {
  const dialect = dialectOf(body);
  if (dialect === "other") return writeBody(body, [text]);
  const kept = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !holdsText({ ...ONLY[dialect], [name]: value })),
  );
  const isConverse = dialect === "converse";
  const said = isConverse ? { text } : { type: "text", text };
  const media = dialect === "anthropic" ? anthropicBinaries(body.messages) : [];
  return { ...kept, messages: [{ role: "user", content: [said, ...media] }] };
}

/** The properties that a format requires. */
const ONLY = {
  anthropic: { anthropic_version: "any" },
  converse: { messages: [{ content: [{ cachePoint: {} }] }] },
  chat: { messages: [] },
} as const;

function holdsText(body: JsonObject): boolean {
  return readBody(body).segments.length > 0;
}

type InvokePrompt = Pick<
  ProviderCodec<object, unknown, unknown>,
  "readPrompt" | "writePrompt" | "collapsePrompt"
>;

/** A body sent over HTTP, which is JSON itself. */
export const wirePrompt: InvokePrompt = {
  readPrompt: (body) => readBody(bodyOf(body)),
  writePrompt: (body, texts, names) => writeBody(bodyOf(body), texts, names),
  collapsePrompt: (body, text) => collapseBody(bodyOf(body), text),
};

function bodyOf(body: unknown): JsonObject {
  const plain = plainCopy(body);
  if (isJsonObject(plain)) return plain;
  throw new UnreadableRequestError("a body that is no JSON object");
}

/** The input of a command: the model next to a body of bytes. */
interface InvokeInput {
  readonly modelId?: unknown;
  readonly body?: unknown;
}

/** The body in the input of a command. If it is not rewritten, its bytes are copied unchanged. */
export const inputPrompt: InvokePrompt = {
  readPrompt(input) {
    const { modelId, body } = input as InvokeInput;
    const prompt = readBody(parseBody(body));
    return { ...prompt, model: typeof modelId === "string" ? modelId : "" };
  },
  writePrompt(input, texts, names) {
    const { body } = input as InvokeInput;
    const parsed = parseBody(body);
    return withBody(input, jsonOf(body, parsed, writeBody(parsed, texts, names)));
  },
  collapsePrompt(input, text) {
    const { body } = input as InvokeInput;
    return withBody(input, rewrittenJson(textIn(body), collapseBody(parseBody(body), text)));
  },
};

function withBody(input: object, json: string): object {
  const { body, ...others } = plainCopy(input) as InvokeInput;
  return { ...others, body: typeof body === "string" ? json : new TextEncoder().encode(json) };
}

/** @throws UnreadableRequestError unless it is a JSON object in UTF-8 without repeated keys. */
export function parseBody(body: unknown): JsonObject {
  let json: string;
  let parsed: JsonObject;
  try {
    json = textIn(body);
    parsed = bodyOf(JSON.parse(json));
  } catch (error) {
    if (error instanceof UnreadableRequestError) throw error;
    throw new UnreadableRequestError("the body, which is no JSON,");
  }
  // An unchanged body is sent as written, and other parsers may take another of the repeated keys.
  if (hasRepeatedKey(json))
    throw new UnreadableRequestError("the body, which has a property twice,");
  const exact = withExactNumbers(json);
  return exact === json ? parsed : withCounts(parsed, bodyOf(JSON.parse(exact)));
}

/** The JSON to send for a body that contained `parsed`: the app's own if nothing changed. */
export function jsonOf(body: unknown, parsed: JsonObject, written: JsonObject): string {
  const json = textIn(body);
  const isSame = JSON.stringify(written) === JSON.stringify(parsed);
  return isSame ? json : rewrittenJson(json, written);
}

/** The text of a body, a string or bytes. @throws TypeError unless it is UTF-8. */
export function textIn(body: unknown): string {
  if (typeof body === "string") return body;
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body as Uint8Array);
}
