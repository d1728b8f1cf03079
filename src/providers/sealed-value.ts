/**
 * What a provider takes back only as it was: thoughts, and what its own tools were asked and gave,
 * with a signature beside them (Gemini API reference, "Interactions"; OpenRouter, `reasoning_details`;
 * Anthropic reference, "Extended thinking"), and summaries of a conversation, whose signature a
 * stream tells too late (Anthropic reference, "Compaction"). Nothing in them is for an app to act on.
 */
const SIGNED_TYPE =
  /^(?:thought|thinking|reasoning(?:\.\w+)?|(?!function_|tool_)\w+_(?:call|result))$/;
const SEALED_TYPE = "compaction";

/** What signatures are made of: base64, of either alphabet (RFC 4648). No prose. */
const SIGNATURE = /^[\w+/=-]+$/;

/** Whether an object of this `type` with this `signature` goes back as it came. */
export function isSealed(type: unknown, signature: unknown): boolean {
  if (typeof type !== "string") return false;
  if (type === SEALED_TYPE) return true;
  return typeof signature === "string" && SIGNATURE.test(signature) && SIGNED_TYPE.test(type);
}

/**
 * Parts of an answer that hold what a model thought and may be signed (Anthropic reference, "Extended
 * thinking"; Mistral reference, `ThinkChunk`): a stream tells the signature too late, or not in the
 * part. Thinking that stands beside the words of a message, as Ollama's does, is signed by nobody.
 */
const THINKING_TYPES: ReadonlySet<unknown> = new Set(["thinking", "thinking_delta"]);

/** Whether an object of an answer is handed to the app as it came. */
export function staysAsItCame(type: unknown, signature: unknown): boolean {
  return THINKING_TYPES.has(type) || isSealed(type, signature);
}

/** Whether there can be anything of the kind in a JSON text. Made to be asked of every one. */
export function mayStay(json: string): boolean {
  return MARKS.some((mark) => json.includes(mark));
}

const MARKS = ["signature", SEALED_TYPE, "thinking"].map((word) => `"${word}"`);
