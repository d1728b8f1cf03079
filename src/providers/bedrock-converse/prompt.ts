import { bareName } from "../prompt/bare-name.ts";
import { binariesAmong, lastUserParts } from "../prompt/binary-parts.ts";
import { type Field, type FieldPrompt, fieldPrompt } from "../prompt/field-prompt.ts";
import { STOPS } from "../prompt/stops.ts";
import { blocks, messages } from "./block.ts";
import {
  type ByteForm,
  isStruct,
  type Mapper,
  mapMembers,
  opaque,
  stops,
  struct,
  text,
  words,
} from "./mapper.ts";
import { modelIdOf, plainPrompt } from "./plain-prompt.ts";

/**
 * The ARN of a prompt stored at AWS, used instead of a model (Bedrock user guide, "Prompt
 * management").
 */
const STORED_PROMPT = /^arn:[^:]*:bedrock:.*:prompt\//;

/** Whether a model id is a stored prompt. */
export function isStoredPrompt(modelId: unknown): boolean {
  return typeof modelId === "string" && STORED_PROMPT.test(modelId);
}

const storedPrompt: Mapper = (value, { visitor }) => {
  if (isStoredPrompt(value)) visitor.uninspected("reference");
  return value;
};

/**
 * Settings of one model. Single words stay, except under names for prompts; free text is an
 * instruction.
 */
const modelFields: Mapper = (value, place) => {
  if (!isStruct(value)) return words(value, place);
  return mapMembers(value, (member, key) => mapperOf(key)(member, place));
};

function mapperOf(key: string): Mapper {
  if (STOPS.has(bareName(key))) return stops;
  if (DEFINITIONS.has(key)) return opaque;
  return PROMPTS.has(key.toLowerCase()) ? said : words;
}

/** Names under which models accept prompts (by their own references), in lower case. */
const PROMPTS: ReadonlySet<string> = new Set([
  ...["system", "messages", "message", "prompt", "prompts", "input", "inputs", "inputtext"],
  ...["instruction", "instructions", "text", "content", "query", "documents", "preamble"],
  ...["chat_history", "suffix", "prefill", "context"],
]);

/** Every string except the words of the format around it. */
const said: Mapper = (value, place) => {
  if (Array.isArray(value)) return value.map((each) => said(each, place));
  return isStruct(value) ? turn(value, place) : text(value, place);
};
const turn = struct({ role: words, type: words, content: (value, place) => said(value, place) });

/** Definitions of tools and formats by the developer. */
const DEFINITIONS: ReadonlySet<string> = new Set([
  ...["tools", "tool_choice", "output_config", "output_format", "response_format"],
]);

/** Values for the variables of a stored prompt. */
const variables: Mapper = (value, place) => {
  if (!isStruct(value)) return text(value, place);
  return mapMembers(value, (member) => variable(member, place));
};
const variable = struct({ text });

/**
 * The texts of a request (Bedrock reference, `Converse`), depending on how its bytes are encoded:
 * as input of the AWS client, or as JSON.
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

/** The request functions of a codec. */
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

/** Blocks of the last user message with content other than text, and without text. */
function binaryBlocksOf(given: unknown, bytes: ByteForm): unknown[] {
  return binariesAmong(lastUserParts(given), (block, visitor) => {
    return blocks(block, { visitor, role: "user", kind: "text", bytes });
  });
}
