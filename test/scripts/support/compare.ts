import { setTimeout as sleep } from "node:timers/promises";
import type { DeliveryCounters } from "../../../src/types.ts";
import type { Plane } from "./plane.ts";
import type { PlaneReport } from "./plane-orders.ts";
import type { Verdict } from "./verdict.ts";
import type { EndedCall } from "./workload.ts";

const STOPPED = new Set(["denied", "unavailable"]);

/** Calls that were allowed, and so must have an event. */
export function approvedOf(ended: readonly EndedCall[]): readonly EndedCall[] {
  return ended.filter(({ outcome }) => !STOPPED.has(outcome));
}

/** Each allowed call has exactly one event with its true outcome, and other calls have none. */
export function checkEvents(
  verdict: Verdict,
  ended: readonly EndedCall[],
  { stored }: PlaneReport,
): void {
  const byId = new Map(stored.map((event) => [event.id, event]));
  const approved = approvedOf(ended);
  const lost = approved.filter(({ id }) => !byId.has(id));
  const mistold = ended.filter(({ outcome, told }) => told !== outcome);
  const untrue = approved.filter(
    ({ id, outcome }) => (byId.get(id)?.outcome ?? outcome) !== outcome,
  );
  const owed = new Set(approved.map(({ id }) => id));
  const perCall = new Map<number, number>();
  for (const { call } of stored) perCall.set(call, (perCall.get(call) ?? 0) + 1);
  const doubled = [...perCall].filter(([, events]) => events > 1);
  verdict.none(
    "events lost",
    lost.map(({ id }) => id),
  );
  verdict.none("calls with two events", doubled);
  verdict.none(
    "events of calls that owe none",
    stored.filter(({ id }) => !owed.has(id)).map(({ id }) => id),
  );
  verdict.none(
    "events that tell another outcome than the app saw",
    untrue.map(({ id, outcome }) => `${id}: ${byId.get(id)?.outcome} for ${outcome}`),
  );
  verdict.none(
    "lifecycles that tell another outcome than the app saw",
    mistold.map(({ id, outcome, told }) => `${id}: ${told} for ${outcome}`),
  );
}

/** In a small run with faults, a few may be chance; without faults there must be none. */
const UNLUCKY = 3;

/** Late finalizes are tried again within a minute, if the service does not ask for more. */
const MAX_QUIET_MS = 90_000;
const LOOK_EVERY_MS = 250;

function mostUnfinalized({ stored }: PlaneReport, mostShare: number): number {
  return mostShare === 0 ? 0 : Math.floor(stored.length * mostShare) + UNLUCKY;
}

/**
 * Waits until that is so, as long as more finalizes come: of those that a stall has made late, a
 * close sends no more than come through at once.
 */
export async function untilFinalized(plane: Plane, mostShare: number): Promise<void> {
  let before = -1;
  for (let quietSince = performance.now(); performance.now() - quietSince < MAX_QUIET_MS; ) {
    const report = await plane.report();
    if (report.stored.length - report.finalized <= mostUnfinalized(report, mostShare)) return;
    if (report.finalized > before) quietSince = performance.now();
    before = report.finalized;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Events are finalized, except for at most `mostShare` whose four attempts all failed. */
export function checkFinalized(verdict: Verdict, report: PlaneReport, mostShare: number): void {
  const most = mostUnfinalized(report, mostShare);
  const without = report.stored.length - report.finalized;
  verdict.check(`events without a finalize, at most ${most}`, without <= most, without);
}

/** Every call that reached a provider had its own allow, and none was denied. */
export function checkProvider(
  verdict: Verdict,
  provided: ReadonlySet<number>,
  { ended, report }: { readonly ended: readonly EndedCall[]; readonly report: PlaneReport },
): void {
  const allowed = new Set(report.allowed);
  const denied = new Set(report.denied);
  const idOf = new Map(ended.map(({ call, id }) => [call, id]));
  const unguarded = [...provided].filter((call) => {
    const id = idOf.get(call) ?? "";
    return !allowed.has(id) || denied.has(id);
  });
  verdict.none("unguarded provider calls", unguarded);
}

/** The counters add up, and nothing is pending or lost. */
export function checkBooks(verdict: Verdict, stats: DeliveryCounters): void {
  const { created, delivered, duplicate, accepted, rejected, persisted, pending, lost } = stats;
  const dropped = Object.values(stats.dropped).reduce((sum, count) => sum + count, 0);
  const sum = delivered + duplicate + accepted + rejected + dropped + persisted + pending;
  verdict.check(
    "books balance, nothing pending or lost",
    created === sum && pending === 0 && lost === 0,
    `${created} = ${delivered} delivered + ${duplicate} duplicate + ${accepted} accepted + ${rejected} rejected + ${dropped} dropped + ${persisted} persisted`,
  );
}
