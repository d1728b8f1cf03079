/**
 * Types that a provider accepts only unchanged: thoughts, and calls and results of its own tools,
 * with a signature next to them (Gemini API reference, "Interactions"; OpenRouter,
 * `reasoning_details`; Anthropic reference, "Extended thinking"), and summaries of a conversation,
 * whose signature comes too late in a stream (Anthropic reference, "Compaction"). They contain
 * nothing that an app acts on.
 */
const SIGNED_TYPE =
  /^(?:thought|thinking|reasoning(?:\.\w+)?|(?!function_|tool_)\w+_(?:call|result))$/;
const SEALED_TYPE = "compaction";

/** The characters of a signature: base64 in either alphabet (RFC 4648). Not free text. */
const SIGNATURE = /^[\w+/=-]+$/;

/** Whether an object with this `type` and `signature` must be sent back unchanged. */
export function isSealed(type: unknown, signature: unknown): boolean {
  if (typeof type !== "string") return false;
  if (type === SEALED_TYPE) return true;
  return typeof signature === "string" && SIGNATURE.test(signature) && SIGNED_TYPE.test(type);
}

/**
 * Parts of an answer with thinking that may be signed (Anthropic reference, "Extended thinking";
 * Mistral reference, `ThinkChunk`): in a stream the signature comes too late, or not in the part.
 * Thinking next to a message's text, like Ollama's, is never signed.
 */
const THINKING_TYPES: ReadonlySet<unknown> = new Set(["thinking", "thinking_delta"]);

/** Whether an object of an answer is passed to the app unchanged. */
export function staysAsItCame(type: unknown, signature: unknown): boolean {
  return THINKING_TYPES.has(type) || isSealed(type, signature);
}

/** Whether a JSON text may contain such an object. Cheap, because it is called for every one. */
export function mayStay(json: string): boolean {
  return MARKS.some((mark) => json.includes(mark));
}

const MARKS = ["signature", SEALED_TYPE, "thinking"].map((word) => `"${word}"`);
