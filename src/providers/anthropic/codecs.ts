import { anthropicBatchesCodec } from "../anthropic-batches/codec.ts";
import { anthropicMessagesCodec } from "../anthropic-messages/codec.ts";
import type { AnyCodec } from "../provider.ts";

/** Anthropic's formats. They are recognized on any host, because their paths are unique. */
export const ANTHROPIC_CODECS: readonly AnyCodec[] = [
  anthropicMessagesCodec,
  anthropicBatchesCodec,
];
