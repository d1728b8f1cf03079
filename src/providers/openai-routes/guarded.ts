import { guarded, type RouteRow } from "../route/route-row.ts";

const REQUEST = "`input`, `instructions`, variables of a stored `prompt`";
const RUN = "`instructions`, `additional_instructions`, messages";

/** Routes whose texts go through the guard. */
export const GUARDED_ROUTES: readonly RouteRow[] = [
  guarded("/chat/completions", "openai-chat", "messages and `prediction`"),
  guarded("/responses", "openai-responses", REQUEST),
  guarded("/responses/compact", "openai-responses", REQUEST),
  guarded("/responses/input_tokens", "openai-responses", REQUEST),
  guarded(
    "/completions",
    "openai-completions",
    "`prompt` and `suffix`; token arrays count as a file",
  ),
  guarded(
    "/embeddings",
    "openai-embeddings",
    "every text of `input`; token arrays count as a file",
  ),
  guarded("/moderations", "openai-moderations", "`input`, which goes to a model like any prompt"),
  guarded("/images/generations", "openai-images", "`prompt`"),
  guarded("/images/edits", "openai-images", "`prompt`; pictures are reported"),
  guarded("/images/variations", "openai-images", "no text; the picture is reported"),
  guarded("/audio/speech", "openai-speech", "`input` and `instructions`"),
  guarded(
    "/audio/transcriptions",
    "openai-transcriptions",
    "`prompt`, `keywords`; sound is reported",
  ),
  guarded("/audio/translations", "openai-transcriptions", "`prompt`; sound is reported"),
  guarded("/videos", "openai-videos", "`prompt`; pictures are reported"),
  guarded("/videos/edits", "openai-videos", "`prompt`; the video is reported"),
  guarded("/videos/extensions", "openai-videos", "`prompt`; the video is reported"),
  guarded("/videos/characters", "openai-videos", "no text; the video is reported"),
  guarded("/videos/{}/remix", "openai-videos", "`prompt`"),
  guarded("/decisions", "openai-decisions", "`input` and `questions`"),
  guarded("/conversations", "openai-conversations", "`items`"),
  guarded("/conversations/{}/items", "openai-conversations", "`items`"),
  guarded("/vector_stores/{}/search", "openai-vector-search", "`query`"),
  guarded("/assistants", "openai-assistants", "`instructions`"),
  guarded("/assistants/{}", "openai-assistants", "`instructions`"),
  guarded("/threads", "openai-assistants", "messages"),
  guarded("/threads/runs", "openai-assistants", RUN),
  guarded("/threads/{}/messages", "openai-assistants", "`content`"),
  guarded("/threads/{}/runs", "openai-assistants", RUN),
  guarded("/threads/{}/runs/{}/submit_tool_outputs", "openai-assistants", "results of tools"),
];
