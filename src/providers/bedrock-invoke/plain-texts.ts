import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { copyWith, mapSame, withChanges } from "../json/replace-at.ts";
import type { StreamTexts } from "../restore/restorer.ts";
import { indexOf } from "../stream/index-of.ts";

/**
 * The texts of chunks in formats of single model families (Bedrock user guide, "Inference request
 * parameters and response fields"): Titan's `outputText`, Llama's `generation`, the `outputs` and
 * `choices` of Mistral, Cohere's `text`. A slot is the path to the text, `outputs/0/text`.
 */
export const plainTexts: StreamTexts<unknown> = {
  map(piece, visitor) {
    if (!isJsonObject(piece)) return piece;
    return mapTexts(piece, "", {
      text: (slot, text) => visitor.piece(slot, text),
      other: (value) => visitor.whole(value),
    });
  },

  ends: (piece) => (isLast(piece) ? [""] : []),

  carry(piece, slot, text) {
    const only = mapTexts(piece, "", {
      text: (own) => (own === slot ? text : ""),
      other: (value) => value,
    });
    return isJsonObject(only) ? copyWith(only, { [METRICS]: undefined }) : only;
  },
};

/** Added by Bedrock to the last chunk. */
const METRICS = "amazon-bedrock-invocationMetrics";

/** Names of texts, and of the lists they are in. */
const NAMES: ReadonlySet<string> = new Set([
  ...["outputText", "generation", "text", "content", "completion"],
  ...["results", "outputs", "generations", "completions", "choices", "message", "data"],
]);

/** Names of what marks the end: a reason, or true. */
const ENDS = [
  ...["completionReason", "stop_reason", "finish_reason", "finishReason", "is_finished"],
] as const;

interface Maps {
  readonly text: (slot: string, text: string) => string;
  readonly other: (value: unknown) => unknown;
}

function mapTexts(value: unknown, slot: string, maps: Maps): unknown {
  if (typeof value === "string") return maps.text(slot, value);
  if (Array.isArray(value)) {
    return mapSame(value, (each, at) => mapTexts(each, `${slot}/${indexOf(each, at)}`, maps));
  }
  if (!isJsonObject(value)) return value;
  const changes: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    const at = slot === "" ? name : `${slot}/${name}`;
    changes[name] = NAMES.has(name) ? mapTexts(member, at, maps) : maps.other(member);
  }
  return withChanges(value, changes);
}

function isLast(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isLast);
  if (!isJsonObject(value)) return false;
  if (ENDS.some((name) => value[name] === true || typeof value[name] === "string")) return true;
  return Object.entries(value).some(([name, member]) => NAMES.has(name) && isLast(member));
}
