import { ollamaChatCodec } from "./ollama-chat/codec.ts";
import { ollamaEmbedCodec } from "./ollama-embed/codec.ts";
import type { ProviderCodec } from "./provider.ts";

/** Formats of Ollama's own API. */
export const OLLAMA_CODECS: readonly ProviderCodec<unknown, unknown, unknown>[] = [
  ollamaChatCodec,
  ollamaEmbedCodec,
].map((codec) => codec as ProviderCodec<unknown, unknown, unknown>);
