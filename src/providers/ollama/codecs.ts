import { ollamaChatCodec } from "../ollama-chat/codec.ts";
import { ollamaEmbedCodec } from "../ollama-embed/codec.ts";
import { ollamaGenerateCodec } from "../ollama-generate/codec.ts";
import type { AnyCodec } from "../provider.ts";

/** Formats of Ollama's own API, by paths that nothing else has. */
export const OLLAMA_CODECS: readonly AnyCodec[] = [
  ollamaChatCodec,
  ollamaGenerateCodec,
  ollamaEmbedCodec,
];
