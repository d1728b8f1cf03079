import type {
  EventSender,
  FinalizeResult,
  IngestResult,
  TelemetryEvent,
} from "../../../src/delivery/delivery.ts";
import type { SimulatedMachine } from "./simulated-machine.ts";
import type { SimulatedProcess } from "./simulated-process.ts";

/** A sender of events. */
export interface SimulatedSender {
  readonly process: SimulatedProcess;
  readonly isOver: boolean;
  /** Collects the faults of what it sends. */
  readonly faults: string[];
}

/** The service of a simulation, and the requests it gets. */
export class SimulatedService {
  isDown = false;
  readonly stored: Map<string, TelemetryEvent> = new Map();
  /** Ids of events that it refuses. */
  readonly refused: Set<string> = new Set();
  /** Ids of events that it has ever refused. */
  readonly everRefused: Set<string> = new Set();
  readonly senders: Map<string, SimulatedSender[]> = new Map();
  readonly #machine: SimulatedMachine;

  constructor(machine: SimulatedMachine) {
    this.#machine = machine;
  }

  senderOf(app: SimulatedSender): EventSender {
    return {
      canFinalize: () => true,
      ingest: (event, signal) => this.#ingest(app, event, signal),
      finalize: (_request, signal) => this.#finalize(app, signal),
    };
  }

  async #ingest(
    app: SimulatedSender,
    event: TelemetryEvent,
    signal: AbortSignal,
  ): Promise<IngestResult> {
    await this.#underWay(app, signal);
    if (this.isDown || signal.aborted) return FAILED;
    const id = event.event_id;
    const senders = this.senders.get(id) ?? [];
    for (const sender of senders) {
      // A process of another host may be taken for dead, and continue.
      if (sender !== app && sender.process.host === app.process.host && !sender.isOver)
        app.faults.push(`${id} is sent by two at once`);
    }
    this.senders.set(id, [...senders, app]);
    if (this.refused.has(id)) {
      this.everRefused.add(id);
      return INVALID;
    }
    if (this.stored.has(id)) return { kind: "replay", ingestMs: 1 };
    this.stored.set(id, event);
    return { kind: "stored", ingestMs: 1 };
  }

  async #finalize(app: SimulatedSender, signal: AbortSignal): Promise<FinalizeResult> {
    await this.#underWay(app, signal);
    return this.isDown || signal.aborted ? FAILED : { kind: "finalized" };
  }

  async #underWay(app: SimulatedSender, signal: AbortSignal): Promise<void> {
    await Promise.race([
      this.#machine.time.sleep(10),
      new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true })),
    ]);
    if (app.process.isDead) await new Promise(() => undefined);
  }
}

const INVALID = { kind: "invalid", error: new Error("400") } as const;
const FAILED = { kind: "failed", error: new Error("503") } as const;
