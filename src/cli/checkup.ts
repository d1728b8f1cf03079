import { randomUUID } from "node:crypto";
import { isLiveKey } from "../contract/live-key.ts";
import { isUuid } from "../contract/uuid.ts";
import type { GuardAnswer } from "../data-plane/by-hand/by-hand-types.ts";
import { DataPlaneClient, type IngestEvent } from "../data-plane/by-hand/data-plane-client.ts";
import { GuardUnavailableError } from "../errors.ts";
import { SDK_VERSION } from "../version.ts";
import { hintFor } from "./checkup-hints.ts";

/** The result of one step. */
export interface Finding {
  readonly step: string;
  readonly verdict: "ok" | "odd" | "failed" | "skipped";
  /** A remark for the user. Text of the service is shortened and made printable. */
  readonly remark: string;
  /** What to check, if something is wrong. */
  readonly hint?: string | undefined;
}

/** Options of {@link checkup}. */
export interface CheckupOptions {
  /** Whether to send no event, so that nothing is stored. */
  readonly guardOnly: boolean;
}

/** A harmless text that no policy should deny. */
const QUESTION = "Is the guard there?";
const MODEL = "guarded-model-client-doctor";
const FRAMEWORK = "guarded-model-client doctor";

/** Calls work with a slower guard, but it is a finding. In milliseconds. */
const SLOW_GUARD_MS = 2_000;

/** Deadline of each later request in milliseconds; these are made once. */
const STEP_DEADLINE_MS = 10_000;

/**
 * Performs the steps of a guarded call without the model: environment, guard, agent configuration,
 * ingest, finalize. Yields findings as they are made, and skips what cannot be tried. They contain
 * neither key nor system id.
 */
export async function* checkup({ guardOnly }: CheckupOptions): AsyncGenerator<Finding> {
  let client: DataPlaneClient;
  try {
    client = new DataPlaneClient();
  } catch (error) {
    yield failed("configuration", error);
    yield* skipped(["guard", "agent config", "ingest", "finalize"], "no service to ask");
    return;
  }
  yield { step: "configuration", verdict: "ok", remark: environmentText() };
  try {
    yield* conversation(client, guardOnly);
  } finally {
    await client.close();
  }
}

async function* conversation(client: DataPlaneClient, guardOnly: boolean): AsyncGenerator<Finding> {
  const clientEventId = randomUUID();
  const clientCapabilities = { framework: FRAMEWORK };
  const ask = () =>
    attempt("guard", async () => {
      const question = { input: QUESTION, model: MODEL, clientEventId, clientCapabilities };
      // With the deadline of calls, so that a guard fails here only if it would fail them.
      const answer = await client.guard(question);
      return {
        answer,
        remark: answer.allowed ? "allowed" : `denied: ${answer.reason ?? "no reason"}`,
      };
    });
  let asked = await ask();
  // The first answer also took the time to load this program and to find and connect the service.
  if (asked.answer !== undefined && asked.tookMs > SLOW_GUARD_MS) asked = await ask();
  const denied = asked.answer?.allowed === false;
  const hint = denied ? DENIED : asked.tookMs > SLOW_GUARD_MS ? SLOW : undefined;
  const odd = asked.answer !== undefined && hint !== undefined;
  yield odd ? { ...asked.finding, verdict: "odd", hint } : asked.finding;
  const config = (await attempt("agent config", () => readConfig(client))).finding;
  // Calls work without it.
  yield config.verdict === "failed" ? { ...config, verdict: "odd" } : config;
  if (guardOnly || denied || asked.answer === undefined) {
    const why = guardOnly ? "not asked for" : "no call that was let through";
    yield* skipped(["ingest", "finalize"], why);
    return;
  }
  yield* report(client, asked.answer);
}

/** Sends the event of the allowed call, and finalizes it. */
async function* report(client: DataPlaneClient, call: GuardAnswer): AsyncGenerator<Finding> {
  const { clientEventId } = call;
  const stored = await attempt("ingest", async () => {
    const signal = AbortSignal.timeout(STEP_DEADLINE_MS);
    const answer = await client.ingest(eventOf(call), { signal });
    const why = answer.reason === undefined ? "" : `: ${answer.reason}`;
    return { answer, remark: `${answer.status}${why}` };
  });
  const accepted = stored.answer?.status === "accepted";
  yield accepted ? { ...stored.finding, verdict: "odd", hint: ACCEPTED } : stored.finding;
  if (stored.answer === undefined) {
    yield* skipped(["finalize"], "no event to finalize");
    return;
  }
  if (!isLiveKey(process.env.GUARD_API_KEY ?? "")) {
    yield* skipped(["finalize"], "only live keys may");
    return;
  }
  const { ingestMs } = stored.answer;
  const ended = await attempt("finalize", async () => {
    const signal = AbortSignal.timeout(STEP_DEADLINE_MS);
    const answer = await client.finalize({ clientEventId, ingestMs }, { signal });
    return { answer, remark: `ingest took ${answer.sdkIngestMs ?? ingestMs} ms` };
  });
  // An event that was not stored completely cannot be finalized, which is reported already.
  const isExcused = accepted && ended.finding.verdict === "failed";
  yield isExcused ? { ...ended.finding, verdict: "odd" } : ended.finding;
}

function eventOf(call: GuardAnswer): IngestEvent {
  const { clientEventId, guardEventId, transformedInput = QUESTION } = call;
  const isKnown = guardEventId !== undefined && isUuid(guardEventId);
  return {
    eventId: clientEventId,
    input: transformedInput,
    output: "",
    model: MODEL,
    eventType: "complete",
    severity: "info",
    clientCapabilities: {
      framework: FRAMEWORK,
      sdk_version: SDK_VERSION,
      // The texts of the checkup are fixed and need no masking.
      pii_masking_enabled: false,
      secret_masking_enabled: false,
    },
    metadata: {
      client_event_id: clientEventId,
      ...(isKnown ? { guard_event_id: guardEventId } : {}),
      sdk_version: SDK_VERSION,
    },
  };
}

async function readConfig(client: DataPlaneClient): Promise<{ answer: unknown; remark: string }> {
  const answer = await client.agentConfig({ signal: AbortSignal.timeout(STEP_DEADLINE_MS) });
  return { answer, remark: "there" };
}

async function attempt<Answer>(
  step: string,
  work: () => Promise<{ readonly answer: Answer; readonly remark: string }>,
): Promise<{ readonly finding: Finding; readonly tookMs: number; readonly answer?: Answer }> {
  const startedAt = performance.now();
  const elapsedMs = (): number => Math.round(performance.now() - startedAt);
  try {
    const { answer, remark } = await work();
    const tookMs = elapsedMs();
    const told = withoutSystem(`${remark}, ${tookMs} ms`);
    return { finding: { step, verdict: "ok", remark: told }, tookMs, answer };
  } catch (error) {
    return { finding: failed(step, error), tookMs: elapsedMs() };
  }
}

/** A service may quote the system id in its answers. */
function withoutSystem(remark: string): string {
  const { GUARD_SYSTEM_ID: systemId = "" } = process.env;
  return isUuid(systemId) ? remark.replace(new RegExp(systemId, "gi"), "[system]") : remark;
}

function failed(step: string, error: unknown): Finding {
  const failure = error instanceof GuardUnavailableError ? (error.cause ?? error) : error;
  const hint = step === "configuration" ? undefined : hintFor(failure);
  return { step, verdict: "failed", remark: withoutSystem(remarkOn(failure)), hint };
}

function remarkOn(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  // The message of a deadline would mention an operation that the user has never heard of.
  return failure.name === "TimeoutError"
    ? "The data plane did not answer in time."
    : failure.message;
}

function* skipped(steps: readonly string[], remark: string): Generator<Finding> {
  for (const step of steps) yield { step, verdict: "skipped", remark };
}

const DENIED = "The guard denies even a harmless question: see the policy of this AI system.";

const SLOW = "It is slow. Calls wait for it, for at most guardDeadlineMs (default: 5 s).";

const ACCEPTED = "The service took the event without storing all of it: it fails open just now.";

function environmentText(): string {
  const { GUARD_BASE_URL: baseURL = "", GUARD_SYSTEM_ID: systemId = "" } = process.env;
  const system = systemId === "" ? "no GUARD_SYSTEM_ID" : "GUARD_SYSTEM_ID is set";
  return `${new URL(baseURL).origin}, GUARD_API_KEY is set, ${system}`;
}
