import type { GivenAnswer, ReceivedRequest } from "../../../src/local/index.ts";
import { objectOf } from "../../support/strict-data-plane/strict-fields.ts";
import { lifecycleIdOf } from "../../support/strict-data-plane/strict-ledger.ts";
import type { Verdict } from "./verdict.ts";

/**
 * Attempts of a finalize until it is given up: the event is safe, and only a measurement is lost.
 */
const FINALIZE_TRIES = 4;

/** Everything reported about calls: by the processes that made them, and by the service. */
export class CrashLedger {
  /** Ids by what is known about them. */
  readonly provided = new Set<string>();
  readonly acknowledged = new Set<string>();
  readonly guarded = new Set<string>();
  /** Outcome of each event the service has. */
  readonly stored = new Map<string, string>();
  readonly warnings: string[] = [];
  takenOver = 0;
  replays = 0;
  readonly finalized = new Set<string>();
  /** Acknowledged events that only a killed process had. */
  rescued = 0;
  /** Calls that reached a provider before the service had answered their guard request. */
  readonly #unguarded: string[] = [];
  readonly #storedTwice: string[] = [];
  /** Failed attempts of a finalize, in a row, by id. */
  readonly #vainFinalizes = new Map<string, number>();
  /** What happened to each call, in order. */
  readonly #stories = new Map<string, string[]>();

  /** A line of output from process number `teller`. */
  told(line: string, teller: number): void {
    const rest = line.slice(2);
    if (line.startsWith("p ")) this.#reached(rest, teller);
    else if (line.startsWith("a ")) {
      this.acknowledged.add(rest);
      this.#note(rest, `process ${teller} has its answer`);
    } else if (line.startsWith("w ")) this.warnings.push(rest);
    else if (line.includes("earlier process left")) this.takenOver += 1;
  }

  answered(request: ReceivedRequest, { status, processed }: GivenAnswer): void {
    const id = lifecycleIdOf(request);
    const { endpoint = "nothing" } = request;
    const did = processed?.status;
    this.#note(id, `${endpoint}: ${did ?? "not processed"}, told ${status ?? "nothing"}`);
    if (endpoint === "finalize") this.#tried(id, did);
    if (did === undefined) return;
    if (endpoint === "guard") this.guarded.add(id);
    if (endpoint !== "ingest") return;
    if (did === 409) this.replays += 1;
    if (did !== 200) return;
    if (this.stored.has(id)) this.#storedTwice.push(id);
    this.stored.set(id, String(objectOf(objectOf(request.body).metadata).outcome));
  }

  /** Process number `teller` is dead; `ids` are those that it had acknowledged. */
  died(ids: Iterable<string>, teller: number): void {
    for (const id of ids) {
      this.#note(id, `process ${teller} is dead`);
      if (!this.stored.has(id)) this.rescued += 1;
    }
  }

  judge(verdict: Verdict): void {
    const outcomes = [...this.stored.values()];
    const missing = (ids: Iterable<string>) => [...ids].filter((id) => !this.stored.has(id));
    const none = (what: string, ids: readonly string[]) =>
      verdict.none(
        what,
        ids.map((id) => this.#storyOf(id)),
      );
    verdict.check("calls that reached a provider", true, this.provided.size);
    none("provider calls before their guard's answer", this.#unguarded);
    none("acknowledged calls without an event", missing(this.acknowledged));
    none("calls with a provider and without an event", missing(this.provided));
    none("events stored twice", this.#storedTwice);
    const wrong = [...this.acknowledged].filter((id) => this.stored.get(id) !== "complete");
    none("acknowledged calls whose event says something else", wrong);
    const unknown = [...this.stored.keys()].filter((id) => !this.guarded.has(id));
    none("events of calls that nobody made", unknown);
    const unfinalized = [...this.stored.keys()].filter((id) => !this.finalized.has(id));
    const inVain = unfinalized.filter((id) => this.#vainTriesOf(id) >= FINALIZE_TRIES);
    none(
      "events without a finalize that was let go too early",
      unfinalized.filter((id) => !inVain.includes(id)),
    );
    verdict.check("finalizes let go after four tries in vain", true, inVain.length);
    verdict.none("warnings of a storage that worked", this.warnings);
    verdict.happened(
      "calls that became interrupted events",
      outcomes.filter((outcome) => outcome === "interrupted").length,
    );
    verdict.happened("acknowledged events that only the disk had", this.rescued);
    verdict.happened("replays met", this.replays);
    verdict.happened("processes that sent what others left", this.takenOver);
  }

  #reached(id: string, teller: number): void {
    this.provided.add(id);
    // The service and this ledger are in one process: what it has answered is already noted.
    if (!this.guarded.has(id)) this.#unguarded.push(id);
    this.#note(id, `process ${teller} calls its provider`);
  }

  #tried(id: string, did: number | undefined): void {
    if (did === 200) this.finalized.add(id);
    else this.#vainFinalizes.set(id, this.#vainTriesOf(id) + 1);
  }

  #vainTriesOf(id: string): number {
    return this.#vainFinalizes.get(id) ?? 0;
  }

  #note(id: string, what: string): void {
    const story = this.#stories.get(id) ?? [];
    story.push(`${(performance.now() / 1_000).toFixed(3)} s  ${what}`);
    this.#stories.set(id, story);
  }

  #storyOf(id: string): string {
    return [id, ...(this.#stories.get(id) ?? ["nobody ever spoke of it"])].join("\n      ");
  }
}
