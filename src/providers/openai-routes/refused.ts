import { AGENT, FILE, GRADER, refused, SESSION } from "../route/refused-row.ts";
import type { RouteRow } from "../route/route-row.ts";

const PROMPTS_IN_FILE = "runs prompts from a stored file, which the guard cannot see";
const VOICE = "uploads a recording of a voice";
const EVAL = "runs prompts that the provider stores or that come as a data set";

/** Routes that would carry content past the guard. */
export const REFUSED_ROUTES: readonly RouteRow[] = [
  refused("/batches", PROMPTS_IN_FILE),
  refused("/files", FILE),
  refused("/uploads", FILE),
  refused("/uploads/{}/parts", FILE),
  refused("/uploads/{}/complete", FILE),
  refused("/containers", "may bring skills along, which are instructions in an archive"),
  refused("/containers/{}/files", FILE),
  refused("/content_provenance_checks", FILE),
  refused("/skills", FILE),
  refused("/skills/{}/versions", FILE),
  refused("/audio/voice_consents", VOICE),
  refused("/audio/voices", VOICE),
  refused("/fine_tuning/jobs", PROMPTS_IN_FILE),
  refused("/fine_tuning/alpha/graders/run", GRADER),
  refused("/fine_tuning/alpha/graders/validate", GRADER),
  refused("/evals", EVAL),
  refused("/evals/{}/runs", EVAL),
  refused("/realtime/client_secrets", SESSION),
  refused("/realtime/sessions", SESSION),
  refused("/realtime/transcription_sessions", SESSION),
  refused("/realtime/translations/client_secrets", SESSION),
  refused("/realtime/calls", SESSION),
  refused("/realtime/calls/{}/accept", SESSION),
  refused("/live/sessions", SESSION),
  refused("/live/sessions/{}/accept", SESSION),
  refused("/live/sessions/{}/fork", SESSION),
  refused("/chatkit/sessions", SESSION),
  refused("/agents", AGENT),
  refused("/agents/automations", AGENT),
  refused("/agents/automations/{}", AGENT),
  refused("/agents/automations/{}/invocations", AGENT),
  refused("/agents/automations/{}/resume", AGENT),
  refused("/agents/environments", AGENT),
  refused("/agents/environments/templates", AGENT),
  refused("/agents/environments/templates/{}", AGENT),
  refused("/agents/environments/{}/files", FILE),
  refused("/agents/sessions", AGENT),
  refused("/agents/sessions/{}", AGENT),
  refused("/agents/sessions/{}/events", AGENT),
  // After the fixed names in the same position.
  refused("/agents/{}", AGENT),
];
