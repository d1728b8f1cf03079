import { guarded, type RouteRow } from "../route/route-row.ts";

const CONTENTS =
  "contents, `systemInstruction`, texts in the settings; cached content counts as uninspected";
const INSTANCES = "every text of `instances`, prose in `parameters`";

/** Routes whose texts go through the guard. */
export const GUARDED_ROUTES: readonly RouteRow[] = [
  guarded("{}:generateContent", "google-generate-content", CONTENTS),
  guarded("{}:streamGenerateContent", "google-generate-content", CONTENTS),
  guarded("{}:countTokens", "google-count-tokens", CONTENTS),
  guarded("{}:computeTokens", "google-count-tokens", CONTENTS),
  guarded(
    "cachedContents",
    "google-cached-contents",
    "contents and `systemInstruction` to be cached",
  ),
  guarded("{}:embedContent", "google-embed-content", "the content and its title"),
  guarded("{}:batchEmbedContents", "google-embed-content", "every content and its title"),
  guarded("{}:predict", "google-predict", `${INSTANCES}; pictures are reported`),
  guarded("{}:predictLongRunning", "google-predict", `${INSTANCES}; media are reported`),
  guarded(
    "interactions",
    "google-interactions",
    "`input`, `system_instruction`, prose in `agent_config`, words in `generation_config`, files of a new `environment`",
  ),
  guarded("decisions", "google-decisions", "`input` and `questions`"),
];
