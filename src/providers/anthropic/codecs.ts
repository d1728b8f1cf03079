import { anthropicBatchesCodec } from "../anthropic-batches/codec.ts";
import { anthropicMessagesCodec } from "../anthropic-messages/codec.ts";
import type { AnyCodec } from "../provider.ts";

/** Anthropic's formats, which others speak as well, by paths that nothing else has. */
export const ANTHROPIC_CODECS: readonly AnyCodec[] = [
  anthropicMessagesCodec,
  anthropicBatchesCodec,
];
