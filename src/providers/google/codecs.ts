import { googleCachedContentsCodec } from "../google-cached-contents/codec.ts";
import { googleCountTokensCodec } from "../google-count-tokens/codec.ts";
import { googleDecisionsCodec } from "../google-decisions/codec.ts";
import { googleEmbedContentCodec } from "../google-embed-content/codec.ts";
import { googleGenerateContentCodec } from "../google-generate-content/codec.ts";
import { googleInteractionsCodec } from "../google-interactions/codec.ts";
import { googlePredictCodec } from "../google-predict/codec.ts";
import type { AnyCodec } from "../provider.ts";

/**
 * The formats of the Gemini API and Vertex AI. They are recognized on any host, because their
 * methods are unique.
 */
export const GOOGLE_CODECS: readonly AnyCodec[] = [
  googleGenerateContentCodec,
  googleEmbedContentCodec,
  googleCountTokensCodec,
  googlePredictCodec,
  googleCachedContentsCodec,
  googleInteractionsCodec,
];

/** Formats whose paths others use too: recognized on Google's hosts and in its client. */
export const GOOGLE_OWN_CODECS: readonly AnyCodec[] = [googleDecisionsCodec];
