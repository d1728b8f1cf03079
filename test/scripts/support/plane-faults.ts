import type { Script, Step } from "../../../src/local/index.ts";
import type { FaultPlan } from "./plane-orders.ts";

/** Failures that leave a client uncertain about what was stored. */
const BROKEN: readonly Step[] = [
  "reset",
  "reset-after-store",
  "reset-body",
  "truncate-body",
  "garbage",
  { status: 500 },
  { status: 502, raw: "<html>" },
  { status: 503 },
  { status: 504, afterStore: true },
  { delayMs: 30 },
];

/** Answers that look like a success but prove nothing. */
const UNPROVEN: readonly Step[] = [
  { status: 200, body: {} },
  { status: 201, body: {} },
];

/** The scripts of all endpoints for a plan; faults are counted by name. */
export function faultScripts(
  plan: FaultPlan,
  count: (fault: string) => void,
): Record<"guard" | "ingest" | "finalize", Script> {
  const { rate, seed } = plan;
  const counted = (step: Step) => (): Step => {
    count(nameOf(step));
    return step;
  };
  const seldom = (rare: Step): (() => Step) => {
    let turn = 0;
    return () => {
      const step = turn % plan.rareEvery === 0 ? rare : "reset";
      turn += 1;
      count(nameOf(step));
      return step;
    };
  };
  const stalled = [seldom("stall-headers"), seldom("stall-body")];
  const limited = seldom({ status: 429, headers: { "retry-after": "1" } });
  // A guard answer that proves nothing ends its call, so these are rare to keep calls going.
  const guard = [...BROKEN, ...BROKEN, ...UNPROVEN].map(counted);
  const events = [...BROKEN, ...UNPROVEN, "deliver-twice" as const].map(counted);
  const script = (steps: readonly (() => Step)[]): Script => ({ random: { rate, seed, steps } });
  return {
    guard: script([...guard, ...stalled]),
    ingest: script([...events, ...stalled, limited]),
    finalize: script([...events, ...stalled]),
  };
}

function nameOf(step: Step): string {
  if (typeof step === "string") return step;
  if ("fault" in step) return step.fault;
  if ("status" in step) return `status ${step.status}`;
  return "delay";
}
