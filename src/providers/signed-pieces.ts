import { innerOf } from "./bedrock-invoke/chunk.ts";
import { isJsonObject, type JsonObject, stringOf } from "./json/json-shape.ts";
import { signatureOf } from "./signature-of.ts";
import { findSigned, type OnSigned } from "./signed-texts.ts";

/** Maximum number of texts tracked in one stream: far more than it has at once. */
const MAX_OPEN = 256;
/**
 * Maximum length of a stream's signed texts in progress, in UTF-16 units: several times the most
 * that models think.
 */
const MAX_LENGTH = 4 * 1024 * 1024;

/**
 * Assembles signed texts from the chunks of a stream, recognized by shape and not by format: the
 * pieces of a text, followed by its signature. A text without a signature is not reported.
 */
export class SignedPieces {
  readonly #onSigned: OnSigned;
  readonly #open = new Map<string, string[]>();
  #room = MAX_LENGTH;

  constructor(onSigned: OnSigned) {
    this.#onSigned = onSigned;
  }

  push(chunk: unknown): void {
    if (!isJsonObject(chunk)) return;
    const { type, delta, choices, contentBlockDelta } = chunk;
    if (isJsonObject(delta)) this.#pushDelta(String(chunk.index), delta);
    else if (Array.isArray(choices)) for (const choice of choices) this.#pushChoice(choice);
    else if (isJsonObject(contentBlockDelta)) this.#pushBlock(contentBlockDelta);
    else if (type === "content_block_start") this.#begin(chunk);
    else if (typeof type === "string") this.#pushPart(type, chunk);
    else if (chunk.chunk !== undefined) this.push(innerOf(chunk));
    else if (chunk.event_type !== undefined) findSigned(chunk, this.#onSigned);
  }

  /** Anthropic's messages ("Streaming messages", "Compaction") and Google's "Interactions". */
  #pushDelta(slot: string, { type, thinking, content, signature }: JsonObject): void {
    if (type === "thinking_delta") this.#add(slot, thinking);
    else if (type === "compaction_delta") this.#add(slot, content);
    else if (type === "signature_delta") this.#sign(slot, signature);
    else if (type === "thought_signature") this.#signSummary(slot, signature);
    else if (type === "thought_summary" && isJsonObject(content)) this.#add(slot, content.text);
  }

  /** Bedrock's conversations (reference, `ReasoningContentBlockDelta`). */
  #pushBlock({ contentBlockIndex, delta }: JsonObject): void {
    const reasoning = isJsonObject(delta) ? delta.reasoningContent : undefined;
    if (!isJsonObject(reasoning)) return;
    this.#add(String(contentBlockIndex), reasoning.text);
    this.#sign(String(contentBlockIndex), reasoning.signature);
  }

  /** Chats: LiteLLM's thinking blocks, OpenRouter's reasoning details, Mistral's content. */
  #pushChoice(choice: unknown): void {
    const delta = isJsonObject(choice) ? choice.delta : undefined;
    if (!isJsonObject(delta)) return;
    const { thinking_blocks: blocks, reasoning_details: details, content } = delta;
    const { index } = choice as JsonObject;
    if (Array.isArray(content)) this.#pushContent(`${String(index)}/content`, content);
    if (Array.isArray(blocks)) this.#pushParts(`${String(index)}/blocks`, blocks);
    if (Array.isArray(details)) this.#pushParts(`${String(index)}/details`, details);
  }

  #pushParts(list: string, parts: readonly unknown[]): void {
    for (const part of parts) {
      if (!isJsonObject(part)) continue;
      const slot = `${list}/${String(part.index)}`;
      this.#add(slot, part.thinking ?? part.text);
      this.#sign(slot, part.signature);
    }
  }

  /**
   * Thinking among the parts of a content, with parts of its own (Mistral reference, `ThinkChunk`).
   */
  #pushContent(slot: string, parts: readonly unknown[]): void {
    for (const part of parts) {
      if (!isJsonObject(part) || !Array.isArray(part.thinking)) continue;
      for (const each of part.thinking) if (isJsonObject(each)) this.#add(slot, each.text);
      this.#signSummary(slot, part.signature);
    }
  }

  /** Anthropic's blocks may have content in their start event. */
  #begin({ index, content_block: block }: JsonObject): void {
    if (!isJsonObject(block)) return;
    this.#add(String(index), block.thinking);
    this.#sign(String(index), block.signature);
  }

  /** The AI SDK's models. */
  #pushPart(type: string, { id, delta, providerMetadata }: JsonObject): void {
    if (!type.startsWith("reasoning-")) return;
    this.#add(String(id), delta);
    if (providerMetadata === undefined) return;
    this.#sign(String(id), signatureOf({ type: "reasoning", providerMetadata }));
    findSigned(providerMetadata, this.#onSigned);
  }

  #add(slot: string, piece: unknown): void {
    const text = stringOf(piece);
    if (text === "") return;
    const pieces = this.#open.get(slot);
    this.#room -= text.length;
    if (this.#room < 0 || (pieces === undefined && this.#open.size >= MAX_OPEN)) this.#forget();
    else if (pieces === undefined) this.#open.set(slot, [text]);
    else pieces.push(text);
  }

  #sign(slot: string, value: unknown): void {
    const signature = stringOf(value);
    if (signature === "") return;
    const pieces = this.#take(slot);
    if (pieces.length > 0) this.#onSigned(signature)(pieces.join(""));
  }

  /** Removes and returns the pieces of a text, which ends here. */
  #take(slot: string): readonly string[] {
    const pieces = this.#open.get(slot) ?? [];
    this.#open.delete(slot);
    for (const { length } of pieces) this.#room += length;
    return pieces;
  }

  /** Reported both as pieces and as a whole, because the app may use either. */
  #signSummary(slot: string, value: unknown): void {
    const signature = stringOf(value);
    if (signature === "") return;
    const onText = this.#onSigned(signature);
    const pieces = this.#take(slot);
    for (const piece of pieces) onText(piece);
    if (pieces.length > 1) onText(pieces.join(""));
  }

  /** Stops for good: with a piece missing, an assembled text would be wrong. */
  #forget(): void {
    this.#open.clear();
    this.#room = -1;
  }
}
