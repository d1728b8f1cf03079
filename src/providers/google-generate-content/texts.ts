import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { copyWith, mapSame, withChanges } from "../json/replace-at.ts";
import type { PieceVisitor, StreamTexts } from "../restore/restorer.ts";
import { indexOf } from "../stream/index-of.ts";
import { partsOf } from "./output.ts";
import { answerIn, withAnswer } from "./wrapped.ts";

/**
 * The texts in the chunks of a stream (Gemini API reference, `GenerateContentResponse`): in the
 * parts of a candidate's content, with text, thoughts and the transcript of speech each continuing
 * from chunk to chunk; texts outside the content arrive complete. A slot is `0/words`, `0/thoughts`,
 * `0/spoken`, or `0/call/` with the path of a streamed argument.
 */
export const streamTexts: StreamTexts<unknown> = {
  map(chunk, visitor) {
    if (!isJsonObject(chunk)) return chunk;
    const answer = answerIn(chunk);
    const { candidates, promptFeedback: feedback } = answer;
    return withAnswer(
      chunk,
      withChanges(answer, {
        ...(feedback === undefined ? undefined : { promptFeedback: visitor.whole(feedback) }),
        ...(Array.isArray(candidates)
          ? { candidates: mapCandidates(candidates, visitor) }
          : undefined),
      }),
    );
  },

  ends(chunk) {
    const candidates = isJsonObject(chunk) ? answerIn(chunk).candidates : undefined;
    if (!Array.isArray(candidates)) return NONE;
    return candidates.flatMap((candidate, position) =>
      endedBy(candidate, String(indexOf(candidate, position))),
    );
  },

  carry(chunk, slot, text) {
    const [index = "0", kind] = slot.split("/", 2);
    const answer = answerIn(chunk as JsonObject);
    const { candidates } = answer as { readonly candidates: readonly unknown[] };
    const like = candidates.find((each, position) => String(indexOf(each, position)) === index);
    const { content } = like as { readonly content: JsonObject };
    const part = kind === "call" ? argumentOf(slot, text) : partLike(kind, text);
    const candidate = { index: Number(index), content: { ...content, parts: [part] } };
    const carried = copyWith(answer, { candidates: [candidate] });
    // Sent only with the chunk that had it.
    Reflect.deleteProperty(carried, "promptFeedback");
    return withAnswer(chunk as JsonObject, carried);
  },
};

const NONE: readonly string[] = Object.freeze([]);

/** Properties of a part with pieces of texts. All others arrive complete. */
const PIECES: ReadonlySet<string> = new Set(["text", "functionCall", "audioTranscription"]);

function mapCandidates(candidates: readonly unknown[], visitor: PieceVisitor): readonly unknown[] {
  return mapSame(candidates, (candidate, position) =>
    isJsonObject(candidate)
      ? mapCandidate(candidate, String(indexOf(candidate, position)), visitor)
      : candidate,
  );
}

function mapCandidate(candidate: JsonObject, index: string, visitor: PieceVisitor): JsonObject {
  const changes: JsonObject = {};
  for (const [key, value] of Object.entries(candidate)) {
    if (key !== "content" && key !== "logprobsResult") changes[key] = visitor.whole(value);
  }
  const parts = partsOf(candidate);
  if (parts.length > 0) {
    const mapped = mapSame(parts, (part) => mapPart(part, index, visitor));
    changes.content = withChanges(candidate.content as JsonObject, { parts: mapped });
  }
  return withChanges(candidate, changes);
}

function mapPart(part: unknown, index: string, visitor: PieceVisitor): unknown {
  if (!isJsonObject(part)) return part;
  const { text, functionCall: call, audioTranscription: spoken } = part;
  const changes: JsonObject = {};
  if (typeof text === "string") changes.text = visitor.piece(slotOf(part, index), text);
  if (isJsonObject(call)) changes.functionCall = mapCall(call, index, visitor);
  if (isJsonObject(spoken)) changes.audioTranscription = mapSpoken(spoken, index, visitor);
  for (const [key, value] of Object.entries(part)) {
    if (PIECES.has(key)) continue;
    changes[key] = key === "inlineData" ? mapFile(value, visitor) : visitor.whole(value);
  }
  return withChanges(part, changes);
}

/** A file with its content, which is too long to search and has no texts; its name may be one. */
function mapFile(file: unknown, visitor: PieceVisitor): unknown {
  if (!isJsonObject(file)) return file;
  const { data: _, ...named } = file;
  return withChanges(file, visitor.whole(named) as JsonObject);
}

/** A piece of a transcript. Its single words, and who says them, arrive complete. */
function mapSpoken(spoken: JsonObject, index: string, visitor: PieceVisitor): JsonObject {
  const { text, ...rest } = spoken;
  return withChanges(spoken, {
    ...(visitor.whole(rest) as JsonObject),
    ...(typeof text === "string" ? { text: visitor.piece(`${index}/spoken`, text) } : undefined),
  });
}

/** Arguments arrive complete, or as pieces of strings, each with the path of its place. */
function mapCall(call: JsonObject, index: string, visitor: PieceVisitor): JsonObject {
  const { args, partialArgs } = call;
  return withChanges(call, {
    ...(args === undefined ? undefined : { args: visitor.whole(args) }),
    ...(Array.isArray(partialArgs)
      ? { partialArgs: mapSame(partialArgs, (each) => mapArgument(each, index, visitor)) }
      : undefined),
  });
}

function mapArgument(argument: unknown, index: string, visitor: PieceVisitor): unknown {
  if (!isJsonObject(argument) || typeof argument.stringValue !== "string") return argument;
  const stringValue = visitor.piece(argumentSlot(argument, index), argument.stringValue);
  return withChanges(argument, { stringValue });
}

/**
 * Text ends where thoughts or calls begin, thoughts where text begins, arguments and transcripts
 * where they say so.
 */
function endedBy(candidate: unknown, index: string): readonly string[] {
  if (isJsonObject(candidate) && typeof candidate.finishReason === "string") return [`${index}/`];
  const parts = partsOf(candidate).filter(isJsonObject);
  const over = parts.flatMap((part) => endedIn(part, index));
  const last = parts.at(-1);
  if (last === undefined) return over;
  if (typeof last.text !== "string") return [...over, `${index}/words`, `${index}/thoughts`];
  return [...over, `${index}/${last.thought === true ? "words" : "thoughts"}`];
}

/** The transcript and the arguments that say in this part that they end. */
function endedIn(part: JsonObject, index: string): readonly string[] {
  const { functionCall: call, audioTranscription: spoken } = part;
  const over = isJsonObject(spoken) && spoken.finished === true ? [`${index}/spoken`] : [];
  if (!isJsonObject(call) || !Array.isArray(call.partialArgs)) return over;
  const ended = call.partialArgs.filter(isJsonObject).filter((each) => each.willContinue !== true);
  return [...over, ...ended.map((argument) => argumentSlot(argument, index))];
}

function slotOf(part: JsonObject, index: string): string {
  return `${index}/${part.thought === true ? "thoughts" : "words"}`;
}

function argumentSlot({ jsonPath }: JsonObject, index: string): string {
  // With a terminator, because `$.to` is also the start of `$.topic`.
  return `${index}/call/${String(jsonPath)}\n`;
}

function partLike(kind: string | undefined, text: string): JsonObject {
  if (kind === "spoken") return { audioTranscription: { text } };
  return kind === "thoughts" ? { text, thought: true } : { text };
}

function argumentOf(slot: string, stringValue: string): JsonObject {
  const jsonPath = slot.slice(slot.indexOf("/call/") + "/call/".length, -1);
  return { functionCall: { partialArgs: [{ jsonPath, stringValue, willContinue: true }] } };
}
