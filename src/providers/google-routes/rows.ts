import type { RouteRow, Verdict } from "../route-row.ts";

/** Rows of one verdict: each path with its reason. */
function rows(
  verdict: Verdict,
  entries: readonly (readonly [path: string, why: string, method?: string, format?: string])[],
): readonly RouteRow[] {
  return entries.map(([path, why, method = "POST", format]) => {
    const row = { method, path, verdict, why };
    return format === undefined ? row : { ...row, format };
  });
}

function guarded(format: string, entries: Readonly<Record<string, string>>): readonly RouteRow[] {
  const list = Object.entries(entries).map(([path, why]) => [path, why, "POST", format] as const);
  return rows("guarded", list);
}

const CONTENTS = "contents and `systemInstruction`; a cached content is reported";

/** Routes whose texts go through the guard. */
export const GUARDED_ROUTES: readonly RouteRow[] = [
  ...guarded("google-generate-content", {
    "{}:generateContent": CONTENTS,
    "{}:streamGenerateContent": CONTENTS,
  }),
  ...guarded("google-count-tokens", {
    "{}:countTokens": CONTENTS,
    "{}:computeTokens": CONTENTS,
  }),
  ...guarded("google-cached-contents", {
    cachedContents: "contents and `systemInstruction` that are kept for later",
  }),
  ...guarded("google-embed-content", {
    "{}:embedContent": "the content and its title",
    "{}:batchEmbedContents": "every content and its title",
  }),
  ...guarded("google-predict", {
    "{}:predict": "every text of `instances`, prose in `parameters`; pictures are reported",
    "{}:predictLongRunning": "every text of `instances`, prose in `parameters`; media are reported",
  }),
  ...guarded("google-interactions", {
    interactions: "`input`, `system_instruction`, prose in `agent_config`",
  }),
];

const FILE = "uploads or takes in a file that the guard cannot read";
const BATCH = "runs many prompts at once, which may lie in a file";
const AGENT = "sets up an agent that goes on without coming by here";
const TUNING = "trains a model on texts that lie in a file";

/** Routes that carry content past the guard. What stands in no row is refused as well. */
export const REFUSED_ROUTES: readonly RouteRow[] = rows("refused", [
  ["{}:batchGenerateContent", BATCH],
  ["{}:asyncBatchEmbedContent", BATCH],
  ["batchPredictionJobs", BATCH],
  ["tuningJobs", TUNING],
  ["tunedModels", TUNING],
  ["tuningJobs:validateReinforcementTuningReward", "sends texts to a model that grades them"],
  ["{}:evaluateDataset", "sends texts to a model that grades them"],
  ["upload/{}/files", FILE],
  ["files:register", FILE],
  ["{}:uploadToFileSearchStore", FILE],
  ["{}:importFile", FILE],
  ["upload/{}/environments/{}/files/{}", FILE, "POST PUT"],
  ["auth_tokens", "opens a session whose words reach the model without coming by here"],
  ["agents", AGENT],
  ["environments", AGENT],
  ["triggers", AGENT],
  ["triggers/{}", AGENT, "PATCH"],
  ["triggers/{}/executions", AGENT],
  ["voices", "uploads a recording of a voice, or says in words what it is like"],
]);

const STOPS = "stops something, and says nothing to a model";
const LABELS = "changes labels of what is stored, not its words";
const HOOKS = "says where notifications go";
const SECRET = "keeps credentials for tools; they are no prompt";

const STORE = "makes an empty store; what is put into it is what is refused";

/** What may be prose on routes of a kind. */
const HOLDS: ReadonlyMap<string, NonNullable<RouteRow["holds"]>> = new Map([
  [LABELS, "labels"],
  [STORE, "labels"],
  [HOOKS, "anything"],
  [SECRET, "anything"],
]);

/** Routes that carry no prompt. */
export const HARMLESS_ROUTES: readonly RouteRow[] = rows("harmless", [
  ["*", "reads or removes what is stored, and has no body", "GET HEAD OPTIONS DELETE"],
  ["{}:cancel", STOPS],
  ["interactions/{}/cancel", STOPS],
  ["{}:fetchPredictOperation", "asks how far something has come"],
  ["cachedContents/{}", "changes how long a cached content is kept", "PATCH"],
  ["models/{}", LABELS, "PATCH"],
  ["tunedModels/{}", LABELS, "PATCH"],
  ["fileSearchStores", STORE],
  ["credentials", SECRET],
  ["credentials/{}", SECRET, "PATCH"],
  ["webhooks", HOOKS],
  ["webhooks/{}", HOOKS, "PATCH"],
  ["webhooks/{}:ping", HOOKS],
  ["webhooks/{}:rotateSigningSecret", HOOKS],
]).map((row) => {
  const holds = HOLDS.get(row.why);
  return holds === undefined ? row : { ...row, holds };
});
