import { type Evidence, memberOf } from "../evidence.ts";
import { type Fact, holds, same } from "../facts.ts";
import { USAGE } from "../scene.ts";

/** What is true of every successful call. */
export function servedFacts(evidence: Evidence, reply: string): readonly Fact[] {
  const { ending, row, receipt } = evidence;
  const text = ending.kind === "answer" ? ending.text : ending.error;
  return [
    same("The app got the model's answer, word for word.", text, reply),
    same("The guard was asked once, the provider once.", counts(evidence), { guard: 1, model: 1 }),
    same("Exactly one event was stored, and it says complete.", summary(evidence), {
      ingests: 1,
      type: "complete",
      severity: "info",
      outcome: "complete",
      output: reply,
    }),
    same("Its usage is what the provider reported.", row?.event?.usage, USAGE),
    same(
      "It was finalized with the time its ingest took.",
      { finalized: receipt?.finalized, ms: row?.sdkIngestMs, state: row?.state },
      { finalized: true, ms: receipt?.ingestMs, state: "finalized" },
    ),
  ];
}

/** What is true of every call that was stopped. */
export function stoppedFacts(evidence: Evidence): readonly Fact[] {
  return [
    same("The provider was never asked.", evidence.provider.length, 0),
    holds(
      "No event was stored: there was no model call to tell of.",
      evidence.ingestRequests === 0 && evidence.row?.event === undefined,
      evidence.row,
    ),
  ];
}

function counts({ guardInputs, provider }: Evidence): { guard: number; model: number } {
  return { guard: guardInputs.length, model: provider.length };
}

function summary({ row, ingestRequests }: Evidence): Readonly<Record<string, unknown>> {
  const event = row?.event;
  return {
    ingests: ingestRequests,
    type: event?.event_type,
    severity: event?.severity,
    outcome: memberOf(event?.metadata, "outcome"),
    output: event?.output,
  };
}
