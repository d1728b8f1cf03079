import { openaiAssistantsCodec } from "../openai-assistants/codec.ts";
import { openaiChatCodec } from "../openai-chat/codec.ts";
import { openaiCompletionsCodec } from "../openai-completions/codec.ts";
import { openaiConversationsCodec } from "../openai-conversations/codec.ts";
import { openaiDecisionsCodec } from "../openai-decisions/codec.ts";
import { openaiEmbeddingsCodec } from "../openai-embeddings/codec.ts";
import { openaiImagesCodec } from "../openai-images/codec.ts";
import { openaiModerationsCodec } from "../openai-moderations/codec.ts";
import { openaiResponsesCodec } from "../openai-responses/codec.ts";
import { openaiSpeechCodec } from "../openai-speech/codec.ts";
import { openaiTranscriptionsCodec } from "../openai-transcriptions/codec.ts";
import { openaiVectorSearchCodec } from "../openai-vector-search/codec.ts";
import { openaiVideosCodec } from "../openai-videos/codec.ts";
import type { AnyCodec } from "../provider.ts";

/**
 * Formats that others use as well. They are recognized on any host, because their paths are unique.
 * The most common ones come first.
 */
export const OPENAI_CODECS: readonly AnyCodec[] = [
  openaiChatCodec,
  openaiResponsesCodec,
  openaiEmbeddingsCodec,
  openaiCompletionsCodec,
  openaiModerationsCodec,
  openaiImagesCodec,
  openaiSpeechCodec,
  openaiTranscriptionsCodec,
];

/** Formats of OpenAI only, whose paths (`/threads`, `/videos`) may mean anything on other hosts. */
export const OPENAI_OWN_CODECS: readonly AnyCodec[] = [
  openaiConversationsCodec,
  openaiAssistantsCodec,
  openaiVectorSearchCodec,
  openaiVideosCodec,
  openaiDecisionsCodec,
];
