import { isBytes } from "./bedrock-converse/plain-copy.ts";
import { parseBytes } from "./bedrock-invoke/parse-bytes.ts";
import { isObject, isPlainObject } from "./json/json-shape.ts";
import { signatureOf } from "./signature-of.ts";

/**
 * Called for each signature, in order; returns a function that is called for each text next to or
 * below it.
 */
export type OnSigned = (signature: string) => OnText;
type OnText = (text: string) => void;

/** Maximum nesting depth; answers have fewer than twenty levels. */
const MAX_DEPTH = 64;

/** The position of a walk. */
interface Place {
  /**
   * Set inside a signed object: of the outermost signature, which is the one that a request's texts
   * have.
   */
  readonly onText: OnText | undefined;
  readonly depth: number;
  /** Custom answers may be cyclic. */
  readonly seen: Set<object>;
  readonly onSigned: OnSigned;
}

/**
 * Finds every string with a signature next to or above it, in any format: what an app sends back of
 * it has the same two. Searches plain objects and arrays, and the bytes of a command's answer.
 */
export function findSigned(answer: unknown, onSigned: OnSigned): void {
  const body = isPlainObject(answer) ? answer.body : undefined;
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
    // Vectors and samples: long lists of numbers.
    if (typeof value[0] === "number") return;
    const inside = { onText, depth: depth + 1, seen, onSigned };
    for (const each of value) find(each, inside);
    return;
  }
  if (!isPlainObject(value)) return;
  const signature = onText === undefined ? (value.signature ?? signatureOf(value)) : undefined;
  const isSigned = typeof signature === "string" && signature !== "";
  const under = isSigned ? onSigned(signature) : onText;
  const below = { onText: under, depth: depth + 1, seen, onSigned };
  for (const [key, member] of Object.entries(value)) {
    if (!NO_ANSWER.has(key)) find(member, below);
  }
}

/**
 * Keys of what is not text, what others wrote (a question repeated with its answer, a tool result),
 * and of the model's own JSON, where a "signature" is just a word.
 */
const NO_ANSWER: ReadonlySet<string> = new Set([
  ...["type", "signature", "logprobs"],
  ...["input", "arguments", "args", "result"],
]);
