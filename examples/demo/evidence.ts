import type { LLMock } from "@copilotkit/aimock";
import { type DeliveryOutcome, lifecycleOf } from "../../src/index.ts";
import type { LifecycleRow } from "../../src/local/index.ts";
import type { Ending } from "./scene.ts";
import type { Stage } from "./stage.ts";
import type { PlaneTrace } from "./trace.ts";

/** A request in the provider's journal. */
export interface ProviderRequest {
  readonly messages: readonly unknown[];
  /** The whole body as text, to check what it must not contain. */
  readonly text: string;
  readonly asksForUsage: boolean;
}

/** Durations of a call's phases, in milliseconds; undefined if a phase was not reached. */
export interface Timings {
  readonly guardMs: number | undefined;
  readonly providerMs: number | undefined;
  readonly ingestMs: number | undefined;
  readonly finalizeMs: number | undefined;
}

/** What is known about a scene afterwards: from the app, the service and the provider. */
export interface Evidence {
  readonly ending: Ending;
  /** Milliseconds until the app had its answer or error. */
  readonly waitedMs: number;
  /** The inputs of all guard requests, including retries. */
  readonly guardInputs: readonly string[];
  /** The service's record of the lifecycle; undefined if the guard did not process it. */
  readonly row: LifecycleRow | undefined;
  readonly provider: readonly ProviderRequest[];
  /** Number of ingest requests. */
  readonly ingestRequests: number;
  readonly receipt: DeliveryOutcome | undefined;
  readonly timings: Timings;
}

/** Waits for the call's delivery outcome, then collects what everybody saw. */
export async function gather(
  stage: Stage,
  played: Pick<Evidence, "ending" | "waitedMs">,
): Promise<Evidence> {
  const { ending, waitedMs } = played;
  const lifecycle = lifecycleOf(ending.kind === "answer" ? ending.from : ending.error);
  const receipt = await lifecycle?.delivery;
  const row = stage.plane
    .lifecycles()
    .find(({ clientEventId }) => clientEventId === lifecycle?.clientEventId);
  return {
    ending,
    waitedMs,
    guardInputs: stage.trace.to("guard").map(({ body }) => String(memberOf(body, "input"))),
    row,
    provider: providerRequests(stage.provider),
    ingestRequests: stage.trace.to("ingest").length,
    receipt,
    timings: {
      // A call that was stopped spent all its time with the guard.
      guardMs: countIn(row, "guard_ms") ?? (row?.event === undefined ? waitedMs : undefined),
      providerMs: countIn(row, "provider_ms"),
      ingestMs: receipt?.ingestMs,
      finalizeMs: finalizeMs(stage.trace),
    },
  };
}

function providerRequests(provider: LLMock): ProviderRequest[] {
  return provider.getRequests().map(({ body }) => {
    const messages = memberOf(body, "messages");
    return {
      messages: Array.isArray(messages) ? messages : [],
      text: JSON.stringify(body),
      asksForUsage: memberOf(memberOf(body, "stream_options"), "include_usage") === true,
    };
  });
}

function countIn(row: LifecycleRow | undefined, name: string): number | undefined {
  const value = memberOf(row?.event?.metadata, name);
  return typeof value === "number" ? value : undefined;
}

// The client does not measure its last request: the time between the two responses is its round
// trip.
function finalizeMs(trace: PlaneTrace): number | undefined {
  const from = trace.to("ingest").at(-1)?.answeredAt;
  const to = trace.to("finalize").at(-1)?.answeredAt;
  return from === undefined || to === undefined ? undefined : to - from;
}

/** An own property of a foreign object; undefined if there is none. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
