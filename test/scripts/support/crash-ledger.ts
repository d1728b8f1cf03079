import type { GivenAnswer, ReceivedRequest } from "../../../src/local/index.ts";
import { objectOf } from "../../support/strict-fields.ts";
import { lifecycleIdOf } from "../../support/strict-ledger.ts";
import type { Verdict } from "./verdict.ts";

/** Everything that was said about calls: by the processes that made them, and by the service. */
export class CrashLedger {
  /** Ids by what is known of them. */
  readonly provided = new Set<string>();
  readonly acknowledged = new Set<string>();
  readonly guarded = new Set<string>();
  /** Outcome of each event the service has. */
  readonly stored = new Map<string, string>();
  readonly warnings: string[] = [];
  takenOver = 0;
  replays = 0;
  readonly finalized = new Set<string>();
  /** Events that were acknowledged, and with nobody but a process that died. */
  rescued = 0;

  /** A line of a child. */
  told(line: string): void {
    const rest = line.slice(2);
    if (line.startsWith("p ")) this.provided.add(rest);
    else if (line.startsWith("a ")) this.acknowledged.add(rest);
    else if (line.startsWith("w ")) this.warnings.push(rest);
    else if (line.includes("earlier process left")) this.takenOver += 1;
  }

  answered(request: ReceivedRequest, { processed }: GivenAnswer): void {
    if (processed === undefined) return;
    const id = lifecycleIdOf(request);
    if (request.endpoint === "guard") this.guarded.add(id);
    if (request.endpoint === "finalize" && processed.status === 200) this.finalized.add(id);
    if (request.endpoint !== "ingest") return;
    if (processed.status === 409) this.replays += 1;
    if (processed.status !== 200) return;
    this.stored.set(id, String(objectOf(objectOf(request.body).metadata).outcome));
  }

  /** A process is dead; `ids` are those it had acknowledged. */
  died(ids: Iterable<string>): void {
    for (const id of ids) if (!this.stored.has(id)) this.rescued += 1;
  }

  judge(verdict: Verdict): void {
    const outcomes = [...this.stored.values()];
    const missing = (ids: Iterable<string>) => [...ids].filter((id) => !this.stored.has(id));
    verdict.check("calls that reached a provider", true, this.provided.size);
    verdict.none("acknowledged calls without an event", missing(this.acknowledged));
    verdict.none("calls with a provider and without an event", missing(this.provided));
    const wrong = [...this.acknowledged].filter((id) => this.stored.get(id) !== "complete");
    verdict.none("acknowledged calls whose event says something else", wrong);
    const unknown = [...this.stored.keys()].filter((id) => !this.guarded.has(id));
    verdict.none("events of calls that nobody made", unknown);
    const unfinalized = [...this.stored.keys()].filter((id) => !this.finalized.has(id));
    verdict.none("events without a finalize", unfinalized);
    verdict.none("warnings of a storage that worked", this.warnings);
    verdict.happened(
      "calls that became interrupted events",
      outcomes.filter((outcome) => outcome === "interrupted").length,
    );
    verdict.happened("acknowledged events that only the disk had", this.rescued);
    verdict.happened("replays met", this.replays);
    verdict.happened("processes that sent what others left", this.takenOver);
  }
}
