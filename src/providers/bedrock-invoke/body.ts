import type { UninspectedKind } from "../../types.ts";
import { MESSAGE_FIELDS } from "../anthropic-messages/prompt.ts";
import { blocks, messages as converseMessages } from "../bedrock-converse/block.ts";
import {
  type Mapper,
  mapMembers,
  member,
  opaque,
  type Place,
  stops,
  text,
  words,
} from "../bedrock-converse/mapper.ts";
import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { mediaTypeOfUrl } from "../media/media-type-of-url.ts";
import { mapMessages as mapChatMessages } from "../openai-chat/prompt.ts";
import { bareName } from "../prompt/bare-name.ts";
import type { Field } from "../prompt/field-prompt.ts";
import { readProperty } from "../prompt/instructions.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { mapStops, STOPS } from "../prompt/stops.ts";
import { isCounting } from "../prompt/text-names.ts";
import { type Dialect, dialectOf } from "./dialect.ts";

/** Definitions of tools and formats by the developer. */
const DEFINITIONS: readonly string[] = [
  ...["tools", "tool_choice", "toolConfig", "tool_config", "functions", "function_call"],
  ...["output_config", "output_format", "response_format", "responseFormat"],
];

/** Stop sequences. */
const ENDS: readonly string[] = ["stop", "stop_sequences", "stopSequences"];

/** Settings: single words stay, free text in them is text. */
const SETTINGS: readonly string[] = [
  ...["anthropic_version", "anthropic_beta", "model", "schemaVersion", "taskType", "thinking"],
  ...["inferenceConfig", "textGenerationConfig", "imageGenerationConfig", "embeddingConfig"],
  ...["embeddingTypes", "embedding_types", "input_type", "truncate", "metadata"],
  ...["aspect_ratio", "style_preset", "mode", "reasoning_effort", "service_tier", "role"],
  "amazon-bedrock-guardrailConfig",
];

/** Properties with an encoded medium, or an object with one. */
const MEDIUM =
  /^(?:input|mask|init|condition|reference|source|style)?_?(image|audio|video)s?(?:_?(?:base64|url))?$/i;
/** May also contain a medium, if the value is long and not free text. */
const MASK = /^mask$/i;
const ENCODED = /^[!-~]{64,}$/;
/** A video, recording or image. The object may not say which. */
const MEDIA_SOURCE = /^media_?source$/i;
/** The content of a medium: encoded, or a URL. */
const CONTENT = /^(?:bytes|data|base64(?:_?string)?|ur[il])$/i;

const COMMON: readonly (readonly [string, Field])[] = [
  ...DEFINITIONS.map((name) => [name, fieldOf(opaque)] as const),
  ...ENDS.map((name) => [name, mapStops] as const),
  ...SETTINGS.map((name) => [name, fieldOf(settings)] as const),
];

/** The texts of each format, besides those that all formats share. */
const FIELDS: Readonly<Record<Dialect, ReadonlyMap<string, Field>>> = {
  anthropic: new Map([...COMMON, ...MESSAGE_FIELDS]),
  converse: new Map([
    ...COMMON,
    ["messages", fieldOf(converseMessages)],
    ["system", fieldOf(blocks, "system")],
  ]),
  chat: new Map([...COMMON, ["messages", mapChatMessages]]),
  other: new Map(COMMON),
};

/**
 * A copy of a body with the visitor's texts. Unknown properties are text, including all strings in
 * them.
 */
export function mapBody(body: JsonObject, visitor: PromptVisitor): JsonObject {
  const fields = FIELDS[dialectOf(body)];
  return mapMembers(body, (value, name) => {
    const field = fields.get(name) ?? fieldOf(anything(name));
    return readProperty(name, visitor, () => field(value, visitor));
  });
}

/**
 * `exact`, which has numbers that no double can hold as strings of their digits, but as numbers, as
 * in `read`, where numbers are no texts.
 */
export function withCounts(read: JsonObject, exact: JsonObject): JsonObject {
  const fields = FIELDS[dialectOf(read)];
  return mapMembers(exact, (value, name) => {
    return fields.has(name) ? value : countsIn(name, read[name], value);
  });
}

function countsIn(name: string, read: unknown, exact: unknown): unknown {
  if (typeof read === "number") return isCounting(name, read) ? read : exact;
  if (Array.isArray(read) && Array.isArray(exact)) {
    return read.map((each, at) =>
      typeof each === "number" ? each : countsIn(name, each, exact[at]),
    );
  }
  if (!isJsonObject(read) || !isJsonObject(exact)) return exact;
  return mapMembers(exact, (value, key) => countsIn(key, read[key], value));
}

/** A settings object, which also contains the stop sequences. */
function settings(value: unknown, place: Place): unknown {
  if (!isJsonObject(value)) return words(value, place);
  return mapMembers(value, (own, key) => {
    return (STOPS.has(bareName(key)) ? stops : words)(own, place);
  });
}

function fieldOf(map: Mapper, role = "user"): Field {
  return (value, visitor) => map(value, { visitor, role, kind: "text", bytes: "base64" });
}

/**
 * Texts and media, recognized by the names around them. `inside`: the medium that this is a part
 * of.
 */
function anything(name: string, inside?: UninspectedKind): Mapper {
  const own = MEDIUM.exec(name)?.[1]?.toLowerCase() as UninspectedKind | undefined;
  const kind = own ?? inside ?? (MEDIA_SOURCE.test(name) ? "video" : undefined);
  const map: Mapper = (value, place) => {
    if (Array.isArray(value)) {
      // Numbers in lists are tokens, or the input of other models.
      return value.map((each) => (typeof each === "number" ? each : map(each, place)));
    }
    if (isJsonObject(value)) {
      return mapMembers(value, (own, key) => anything(key, kind)(own, place));
    }
    if (name === "role" || name === "type") return words(value, place);
    if (typeof value !== "string") return member(name)(value, place);
    const isMask = MASK.test(name) && ENCODED.test(value);
    if (PROSE.test(value) || (kind === undefined && !isMask)) return text(value, place);
    if (own === undefined && !(isMask || CONTENT.test(name))) return words(value, place);
    place.visitor.uninspected(kind ?? "image", mediaTypeOfUrl(value));
    return value;
  };
  return map;
}

/** Whitespace that line-wrapped base64 does not have, or other scripts, some of which use no spaces. */
const PROSE = /[^!-~\r\n]/;
