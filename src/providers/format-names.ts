/**
 * The names of the wire formats that a guarded `fetch` recognizes, separate from their codecs so
 * that rules can be checked without loading any. A test keeps the list equal to the codecs' names.
 */
export const FORMAT_NAMES = [
  "openai-chat",
  "openai-responses",
  "openai-embeddings",
  "openai-completions",
  "openai-moderations",
  "openai-images",
  "openai-speech",
  "openai-transcriptions",
  "google-generate-content",
  "google-embed-content",
  "google-count-tokens",
  "google-predict",
  "google-cached-contents",
  "google-interactions",
  "ollama-chat",
  "ollama-generate",
  "ollama-embed",
  "bedrock-converse",
  "bedrock-invoke",
  "bedrock-count-tokens",
  "bedrock-guardrail",
  "anthropic-messages",
  "anthropic-batches",
  "rerank",
] as const;

/** Name of a wire format that a guarded `fetch` recognizes. */
export type FormatName = (typeof FORMAT_NAMES)[number];
