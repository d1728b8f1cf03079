import { isBytes } from "./bedrock-converse/plain-copy.ts";
import { parseBytes } from "./bedrock-invoke/parse-bytes.ts";
import { isObject, type JsonObject } from "./json/json-shape.ts";
import { signatureOf } from "./signature-of.ts";

/** Told of each signature, in order; gives what is told of each text that it stands beside or above. */
export type OnSigned = (signature: string) => OnText;
type OnText = (text: string) => void;

/** Deepest nesting that is looked into; answers have less than twenty levels. */
const MAX_DEPTH = 64;

/** Where a walk is. */
interface Place {
  /** Inside of what was signed: by the outermost, which is what a request's texts are told to go by. */
  readonly onText: OnText | undefined;
  readonly depth: number;
  /** An app's own answers may lead in circles. */
  readonly seen: Set<object>;
  readonly onSigned: OnSigned;
}

/**
 * Finds every string that a signature stands beside or above, in whatever format: what an app
 * sends back of it has the same two. Looks into plain objects and lists, and into the bytes of an
 * answer that a command gave.
 */
export function findSigned(answer: unknown, onSigned: OnSigned): void {
  const body = isObject(answer) && isPlain(answer) ? answer.body : undefined;
  const said = isBytes(body) ? parseBytes(body) : answer;
  find(said, { onText: undefined, depth: 0, seen: new Set(), onSigned });
}

function find(value: unknown, place: Place): void {
  const { onText, depth, seen, onSigned } = place;
  if (typeof value === "string") {
    if (value !== "") onText?.(value);
    return;
  }
  if (!isObject(value) || depth > MAX_DEPTH || seen.has(value)) return;
  seen.add(value);
  if (Array.isArray(value)) {
    // Vectors and samples: long, and nothing but numbers.
    if (typeof value[0] === "number") return;
    const inside = { onText, depth: depth + 1, seen, onSigned };
    for (const each of value) find(each, inside);
    return;
  }
  if (!isPlain(value)) return;
  const signature = onText === undefined ? (value.signature ?? signatureOf(value)) : undefined;
  const isSigned = typeof signature === "string" && signature !== "";
  const under = isSigned ? onSigned(signature) : onText;
  const below = { onText: under, depth: depth + 1, seen, onSigned };
  for (const [key, member] of Object.entries(value)) {
    if (!NO_ANSWER.has(key)) find(member, below);
  }
}

/**
 * What is no text, what somebody else said (a question that is told again with its answer, what a
 * tool gave), and what the model made up in its own JSON, where a signature is but a word of its.
 */
const NO_ANSWER: ReadonlySet<string> = new Set([
  ...["type", "signature", "logprobs"],
  ...["input", "arguments", "args", "result"],
]);

function isPlain(value: object): value is JsonObject {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
