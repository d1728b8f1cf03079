import { bareName } from "../prompt/bare-name.ts";
import { type Field, type FieldPrompt, fieldPrompt } from "../prompt/field-prompt.ts";
import { PromptReader } from "../prompt/prompt-text.ts";
import { STOPS } from "../prompt/stops.ts";
import { blocks, messages } from "./block.ts";
import {
  type ByteForm,
  isStruct,
  type Mapper,
  opaque,
  stops,
  struct,
  text,
  words,
} from "./mapper.ts";
import { modelIdOf, plainPrompt } from "./plain-prompt.ts";

/** A prompt that lies with AWS, in the place of a model (Bedrock user guide, "Prompt management"). */
const STORED_PROMPT = /^arn:[^:]*:bedrock:.*:prompt\//;

/** Whether a model is a prompt that lies with AWS. */
export function isStoredPrompt(modelId: unknown): boolean {
  return typeof modelId === "string" && STORED_PROMPT.test(modelId);
}

const storedPrompt: Mapper = (value, { visitor }) => {
  if (isStoredPrompt(value)) visitor.uninspected("reference");
  return value;
};

/** Settings of one model. Words stay, but for those under a prompt's name; prose is an instruction. */
const modelFields: Mapper = (value, place) => {
  if (!isStruct(value)) return words(value, place);
  const entries = Object.entries(value).map(([key, member]) => {
    return [key, mapperOf(key)(member, place)] as const;
  });
  return Object.fromEntries(entries);
};

function mapperOf(key: string): Mapper {
  if (STOPS.has(bareName(key))) return stops;
  if (DEFINITIONS.has(key)) return opaque;
  return PROMPTS.has(key.toLowerCase()) ? said : words;
}

/** Names under which models take what is said (their own references), in lower case. */
const PROMPTS: ReadonlySet<string> = new Set([
  ...["system", "messages", "message", "prompt", "prompts", "input", "inputs", "inputtext"],
  ...["instruction", "instructions", "text", "content", "query", "documents", "preamble"],
  ...["chat_history", "suffix", "prefill", "context"],
]);

/** Every string but the words of the format around it. */
const said: Mapper = (value, place) => {
  if (Array.isArray(value)) return value.map((each) => said(each, place));
  return isStruct(value) ? turn(value, place) : text(value, place);
};
const turn = struct({ role: words, type: words, content: (value, place) => said(value, place) });

/** What the developer says about tools and formats. */
const DEFINITIONS: ReadonlySet<string> = new Set([
  ...["tools", "tool_choice", "output_config", "output_format", "response_format"],
]);

/** Values that are put into a stored prompt, by their names. */
const variables: Mapper = (value, place) => {
  if (!isStruct(value)) return text(value, place);
  const variable = struct({ text });
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, variable(member, place)]),
  );
};

/**
 * Where a request has its texts (Bedrock reference, `Converse`), by form of its bytes: as AWS's
 * client takes them, or as JSON carries them.
 */
export function fieldsFor(bytes: ByteForm): ReadonlyMap<string, Field> {
  const field = (map: Mapper, role: string): Field => {
    return (value, visitor) => map(value, { visitor, role, kind: "text", bytes });
  };
  return new Map([
    ["modelId", field(storedPrompt, "unknown")],
    ["system", field(blocks, "system")],
    ["messages", field(messages, "user")],
    ["promptVariables", field(variables, "user")],
    ["additionalModelRequestFields", field(modelFields, "system")],
  ]);
}

/** The three functions of a codec that concern the request. */
export function conversePrompt(bytes: ByteForm): FieldPrompt {
  const prompt = fieldPrompt({
    fields: fieldsFor(bytes),
    main: "messages",
    complete(collapsed, original) {
      const { messages: text, ...kept } = collapsed;
      const content = [{ text }, ...binaryBlocksOf(original.messages, bytes)];
      return { ...kept, messages: [{ role: "user", content }] };
    },
  });
  return plainPrompt(prompt, modelIdOf);
}

/** Blocks of the last user message that hold something other than text, and no text. */
function binaryBlocksOf(given: unknown, bytes: ByteForm): unknown[] {
  if (!Array.isArray(given)) return [];
  const last: unknown = given.findLast((message) => isStruct(message) && message.role === "user");
  const content = isStruct(last) ? last.content : undefined;
  if (!Array.isArray(content)) return [];
  return content.filter((block) => {
    const visitor = new PromptReader();
    blocks(block, { visitor, role: "user", kind: "text", bytes });
    return visitor.segments.length === 0 && visitor.uninspectedParts.length > 0;
  });
}
