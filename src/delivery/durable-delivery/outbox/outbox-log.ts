import type { Clock, Logger } from "../../../types.ts";
import { ThrottledLog } from "../../throttled-log.ts";
import type { Discarded } from "../recovery/damaged-files.ts";

/** What was found in the folders of dead owners. */
export interface AdoptionReport {
  readonly events: number;
  /** Calls that never ended. */
  readonly interrupted: number;
  /** Records whose key is missing. */
  readonly sealed: number;
  readonly unreadable: number;
  /** Damaged stores. */
  readonly damaged: number;
}

/** The log messages of an outbox: one when a problem starts, one when it ends. */
export class OutboxLog {
  readonly #log: ThrottledLog;
  #inTrouble = false;

  constructor(logger: Logger, clock: Clock) {
    this.#log = new ThrottledLog(logger, clock);
  }

  trouble(error: unknown, required: boolean): void {
    if (this.#inTrouble) return;
    this.#inTrouble = true;
    const consequence = required
      ? "calls are refused until it can."
      : "events are held in memory until it can, and are lost if the process dies.";
    const message = `Telemetry: the outbox cannot keep events; ${consequence}`;
    this.#log.say("warn", message, { cause: causeOf(error) });
  }

  relief(): void {
    if (!this.#inTrouble) return;
    this.#inTrouble = false;
    this.#log.say("info", "Telemetry: the outbox keeps events again.");
  }

  adopted(report: AdoptionReport): void {
    const { events, interrupted, sealed, unreadable, damaged } = report;
    if (damaged > 0 || unreadable > 0) {
      const message =
        "Telemetry: a store of the outbox was damaged; what could be read of it is sent, and the file is set aside.";
      this.#log.say("warn", message, { recovered: events + interrupted, unreadable, damaged });
    }
    if (sealed > 0) {
      const message =
        "Telemetry: the outbox holds records whose key is not at hand; they are in quarantine. Add the key to encryptionKey (GUARD_OUTBOX_KEY), and run `guarded-model-client outbox retry --all`.";
      this.#log.say("warn", message, { records: sealed });
    }
    if (events + interrupted > 0) {
      const message = "Telemetry: events that an earlier process left are sent.";
      this.#log.say("info", message, { events, interrupted });
    }
  }

  discarded({ files, bytes }: Discarded): void {
    if (files === 0) return;
    const message =
      "Telemetry: damaged stores that the outbox had set aside are removed; there were too many, too large or too old ones.";
    this.#log.say("warn", message, { files, bytes });
  }

  takenOver(): void {
    this.#log.say(
      "warn",
      "Telemetry: another process took this one for dead, or its store is gone; a new one is begun.",
    );
  }

  removed(): void {
    this.#log.say(
      "warn",
      "Telemetry: the outbox was removed from the disk; what was in it and in memory is in memory alone.",
    );
  }

  notQuarantined(why: keyof typeof NOT_QUARANTINED): void {
    this.#log.warn(`quarantine ${why}`, `Telemetry: ${NOT_QUARANTINED[why]}`);
  }

  persisted(events: number): void {
    if (events === 0) return;
    const message = "Telemetry: closed with events in the outbox; the next process sends them.";
    this.#log.say("info", message, { events });
  }

  leftAtExit(events: number): void {
    const message =
      "Telemetry: the process ends with events in the outbox; the next one sends them.";
    this.#log.say("info", message, { events });
  }

  end(): void {
    this.#log.end();
  }
}

const NOT_QUARANTINED = {
  full: "the quarantine takes up half of maxBytes; a rejected event is not kept.",
  away: "the outbox has no place on the disk; a rejected event is not kept in quarantine.",
} as const;

/**
 * The error code if there is one, because messages of the disk contain paths; with the permission
 * that Node.js was not given, or the package that a bundle did not find, if it says which.
 */
function causeOf(error: unknown): string {
  const { code, permission } = (error ?? {}) as { code?: unknown; permission?: unknown };
  if (typeof code === "string") {
    const what = permission ?? missingPackage(code, error);
    return what ? `${code} (${what})` : code;
  }
  // LMDB's errors have the system's error number (errno(3)).
  if (typeof code === "number") return `errno ${code}`;
  return error instanceof Error ? error.message : "unknown";
}

function missingPackage(code: string, error: unknown): string | undefined {
  if (!code.endsWith("MODULE_NOT_FOUND") || !(error instanceof Error)) return undefined;
  // The name of a package, which unlike a path begins with neither a slash, a dot nor a drive.
  return /^[^']*'([@\w][^':\\]*)'/.exec(error.message)?.[1];
}
