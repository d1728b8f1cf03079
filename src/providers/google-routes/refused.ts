import { AGENT, GRADER, refused, SESSION } from "../route/refused-row.ts";
import type { RouteRow } from "../route/route-row.ts";

const FILE = "uploads or imports a file that the guard cannot read";
const BATCH = "runs a batch of prompts, which may be in a stored file";
const TUNING = "trains a model on texts in a stored file";

/** Routes that would carry content past the guard. Routes in no table are refused as well. */
export const REFUSED_ROUTES: readonly RouteRow[] = [
  refused("{}:batchGenerateContent", BATCH),
  refused("{}:asyncBatchEmbedContent", BATCH),
  refused("batchPredictionJobs", BATCH),
  refused("tuningJobs", TUNING),
  refused("tunedModels", TUNING),
  refused("tuningJobs:validateReinforcementTuningReward", GRADER),
  refused("{}:evaluateDataset", GRADER),
  refused("upload/{}/files", FILE),
  refused("files:register", FILE),
  refused("{}:uploadToFileSearchStore", FILE),
  refused("{}:importFile", FILE),
  refused("upload/{}/environments/{}/files/{}", FILE, "POST PUT"),
  refused("auth_tokens", SESSION),
  refused("agents", AGENT),
  refused("environments", AGENT),
  refused("triggers", AGENT),
  refused("triggers/{}", AGENT, "PATCH"),
  refused("triggers/{}/executions", AGENT),
  refused("voices", "uploads a voice recording or a voice description"),
];
