import { ollamaChatCodec } from "./ollama-chat/codec.ts";
import { ollamaEmbedCodec } from "./ollama-embed/codec.ts";
import { ollamaGenerateCodec } from "./ollama-generate/codec.ts";
import type { ProviderCodec } from "./provider.ts";

/** Formats of Ollama's own API, by paths that nothing else has. */
export const OLLAMA_CODECS: readonly ProviderCodec<unknown, unknown, unknown>[] = [
  ollamaChatCodec,
  ollamaGenerateCodec,
  ollamaEmbedCodec,
].map((codec) => codec as ProviderCodec<unknown, unknown, unknown>);
