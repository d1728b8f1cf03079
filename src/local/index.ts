/** The complete data plane in one process, for development and tests. */
export type { IngestRequest } from "../contract/ingest.ts";
export type { EventMatch } from "./event-waiters.ts";
export type { DecisionRow, GuardRow, LifecycleRow } from "./lifecycle-row.ts";
export { type LocalDataPlane, startLocalDataPlane } from "./local-data-plane.ts";
export type { LocalClock, LocalDataPlaneOptions } from "./options.ts";
export {
  defaultPolicy,
  type Policy,
  type PolicyDecision,
  type PolicyRequest,
} from "./policy/policy.ts";
export type { RateLimits } from "./policy/rate-limiter.ts";
export type {
  AnswerStep,
  Fault,
  FaultStep,
  PassStep,
  RandomSteps,
  RedirectStep,
  Script,
  ScriptStep,
  Step,
  StepTiming,
} from "./script/script-step.ts";
export type { Endpoint, GivenAnswer, ReceivedRequest } from "./server/received-request.ts";
export type { EndpointPath } from "./server/routes.ts";
