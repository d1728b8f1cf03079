import { ollamaChatCodec } from "../ollama-chat/codec.ts";
import { ollamaEmbedCodec } from "../ollama-embed/codec.ts";
import { ollamaGenerateCodec } from "../ollama-generate/codec.ts";
import type { AnyCodec } from "../provider.ts";

/**
 * The formats of Ollama's own API. They are recognized on any host, because their paths are unique.
 */
export const OLLAMA_CODECS: readonly AnyCodec[] = [
  ollamaChatCodec,
  ollamaGenerateCodec,
  ollamaEmbedCodec,
];
