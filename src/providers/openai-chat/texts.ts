import { isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";
import { copyWith, mapSame, withChanges } from "../json/replace-at.ts";
import type { PieceVisitor, StreamTexts } from "../restore/restorer.ts";
import { indexOf } from "../stream/index-of.ts";
import { detailLike, mapDetails } from "./reasoning-details.ts";

/**
 * The texts of `chat.completion.chunk` objects (OpenAI reference, "Streaming"). A slot is, for
 * example, `0/words/content` or `0/calls/1/function/arguments`: the choice, and the path in its
 * delta.
 */
export const streamTexts: StreamTexts<unknown> = {
  map(chunk, visitor) {
    if (!isJsonObject(chunk) || !Array.isArray(chunk.choices)) return chunk;
    const choices = mapSame(chunk.choices, (choice, position) => {
      if (!isJsonObject(choice)) return choice;
      const { delta, message } = choice;
      const changes: JsonObject = {};
      if (isJsonObject(delta)) {
        changes.delta = mapDelta(delta, String(indexOf(choice, position)), visitor);
      }
      // Together repeats the text next to the delta.
      if (isEchoed(choice)) changes.text = (changes.delta as JsonObject).content;
      // Some servers repeat the whole text at the end or in every chunk (MiniMax, Perplexity).
      if (message !== undefined) changes.message = visitor.whole(message);
      return withChanges(choice, changes);
    });
    return withChanges(chunk, { choices, ...wholes(chunk, FOUND, visitor) });
  },

  ends(chunk) {
    if (!isJsonObject(chunk) || !Array.isArray(chunk.choices)) return NONE;
    let over = NONE;
    for (const [position, choice] of chunk.choices.entries()) {
      if (!isJsonObject(choice)) continue;
      const index = indexOf(choice, position);
      // LocalAI has an empty reason in every chunk.
      if (stringOf(choice.finish_reason) !== "") over = [...over, `${index}/`];
      // The text ends where calls begin: helpers of clients emit it as complete then.
      else if (beginsCall(choice.delta)) over = [...over, `${index}/words/`];
    }
    return over;
  },

  carry(chunk, slot, text) {
    const [index, kind, ...path] = slot.split("/");
    const { choices, ...rest } = chunk as { readonly choices: readonly unknown[] };
    const like = choices.find(
      (choice, position) => isJsonObject(choice) && String(indexOf(choice, position)) === index,
    );
    const delta = kind === "words" ? wordsOf(path, { text, like }) : callOf(path, text);
    const bare = { delta, finish_reason: null, ...has(like, "logprobs"), ...has(like, "message") };
    const echo = isEchoed(like) ? { text: stringOf((delta as JsonObject).content) } : {};
    const choice = copyWith(like as object, { ...bare, ...echo });
    const carried = copyWith(chunk as object, { choices: [choice], ...has(rest, "usage") });
    // Sent only with the chunk that had it.
    for (const key of FOUND) Reflect.deleteProperty(carried, key);
    return carried;
  },
};

const NONE: readonly string[] = Object.freeze([]);

/** The texts of a delta, including the reasoning of dialects. */
const WORDS = ["content", "refusal", "reasoning_content", "reasoning", "reasoning_text"] as const;

/** Search results next to the choices (Perplexity). */
const FOUND = ["citations", "search_results", "related_questions"] as const;

/**
 * Properties of a delta that arrive complete: sources, and texts of others (Azure OpenAI on your
 * data, LiteLLM, tools that Groq has run).
 */
const AT_ONCE = [
  "annotations",
  "citations",
  "context",
  "executed_tools",
  "provider_specific_fields",
] as const;

function mapDelta(delta: JsonObject, choice: string, visitor: PieceVisitor): JsonObject {
  const changes = wholes(delta, AT_ONCE, visitor);
  for (const key of WORDS) {
    const text = delta[key];
    if (typeof text === "string") changes[key] = visitor.piece(`${choice}/words/${key}`, text);
  }
  const { content, audio, tool_calls: calls, function_call: call } = delta;
  if (Array.isArray(content)) changes.content = mapParts(content, choice, visitor);
  const { reasoning_details: details } = delta;
  if (Array.isArray(details)) {
    const restore = (slot: string, text: string): string =>
      visitor.piece(`${choice}/words/details/${slot}`, text);
    changes.reasoning_details = mapDetails(details, restore);
  }
  if (isJsonObject(audio) && typeof audio.transcript === "string") {
    const transcript = visitor.piece(`${choice}/words/audio/transcript`, audio.transcript);
    changes.audio = withChanges(audio, { transcript });
  }
  if (Array.isArray(calls)) {
    changes.tool_calls = mapSame(calls, (each, position) => {
      if (!isJsonObject(each)) return each;
      return mapCall(each, `${choice}/calls/${indexOf(each, position)}`, visitor);
    });
  }
  if (isJsonObject(call)) {
    changes.function_call = mapInput(call, `${choice}/calls/function_call`, visitor);
  }
  return withChanges(delta, changes);
}

/** Restores each of the properties that has a value, as a complete text. */
function wholes(value: JsonObject, keys: readonly string[], visitor: PieceVisitor): JsonObject {
  const changes: JsonObject = {};
  for (const key of keys) {
    const held = value[key];
    if (held !== undefined && held !== null) changes[key] = visitor.whole(held);
  }
  return changes;
}

/** Mistral's `content` as parts with texts. Thinking in it may be signed. */
function mapParts(parts: readonly unknown[], choice: string, visitor: PieceVisitor): unknown {
  return mapSame(parts, (part) => {
    if (!isJsonObject(part) || typeof part.text !== "string") return part;
    return withChanges(part, { text: visitor.piece(`${choice}/words/parts`, part.text) });
  });
}

function mapCall(call: JsonObject, slot: string, visitor: PieceVisitor): unknown {
  const { function: called, custom } = call;
  return withChanges(call, {
    ...(isJsonObject(called) ? { function: mapInput(called, `${slot}/function`, visitor) } : {}),
    ...(isJsonObject(custom) ? { custom: mapInput(custom, `${slot}/custom`, visitor) } : {}),
  });
}

function mapInput(call: JsonObject, slot: string, visitor: PieceVisitor): JsonObject {
  // Some servers send a complete object instead of its JSON.
  if (isJsonObject(call.arguments)) return visitor.whole(call) as JsonObject;
  const changes: JsonObject = {};
  if (typeof call.arguments === "string") {
    changes.arguments = visitor.piece(`${slot}/arguments`, call.arguments, "json");
  }
  if (typeof call.input === "string") changes.input = visitor.piece(`${slot}/input`, call.input);
  return withChanges(call, changes);
}

function beginsCall(delta: unknown): boolean {
  if (!isJsonObject(delta)) return false;
  const { tool_calls: calls, function_call: call } = delta;
  // Some servers have an empty list in every chunk.
  return (Array.isArray(calls) && calls.length > 0) || isJsonObject(call);
}

function callOf([index, ...path]: readonly string[], text: string): JsonObject {
  if (index === "function_call") return { function_call: nested(path, text) };
  return { tool_calls: [{ index: Number(index), ...nested(path, text) }] };
}

/** A delta like that of `like`, with `text` in the same place. */
function wordsOf(
  [key, ...rest]: readonly string[],
  { text, like }: { readonly text: string; readonly like: unknown },
): JsonObject {
  if (key === "parts") return { content: [{ type: "text", text }] };
  if (key !== "details") return nested([key ?? "content", ...rest], text);
  const { delta } = like as { readonly delta: JsonObject };
  return { reasoning_details: [detailLike(delta.reasoning_details, rest.join("/"), text)] };
}

function isEchoed(choice: unknown): boolean {
  if (!isJsonObject(choice) || typeof choice.text !== "string") return false;
  return isJsonObject(choice.delta) && choice.text === choice.delta.content;
}

function nested(path: readonly string[], text: string): JsonObject {
  const [key = "content", ...rest] = path;
  return { [key]: rest.length === 0 ? text : nested(rest, text) };
}

/** The property with an empty value, for chunks that have it. */
function has(value: unknown, key: string): JsonObject {
  return isJsonObject(value) && key in value ? { [key]: null } : {};
}
