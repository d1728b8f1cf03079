import { DataPlaneError, GuardedModelError } from "../errors.ts";
import type { Clock, DeliveryOutcome, Logger } from "../types.ts";
import type { TelemetryEvent } from "./delivery.ts";
import type { Pause } from "./sending/ingest-gate.ts";
import { ThrottledLog } from "./throttled-log.ts";

/** A field name in a validation failure; never a value. */
const FIELD_NAME = /^[a-z_][a-z0-9_.]{0,63}$/i;

/** Pauses that need attention, and what to do about them. */
const PAUSES: Readonly<Record<Exclude<Pause, "rate_limited">, PauseMessage>> = {
  outage: {
    level: "warn",
    message: "Telemetry: RECEIVER does not answer; events wait and single requests are tried.",
  },
  suspended: {
    level: "error",
    message:
      "Telemetry: the service refuses this AI system (403, kill switch). Events wait; one request a minute asks again.",
  },
  unauthorized: {
    level: "error",
    message:
      "Telemetry: the service does not accept the API key (401). Events wait; one request a minute asks again.",
  },
};

/** Why an event's content was withheld against the app's intention, by `metadata.withheld`. */
const FAULTS: ReadonlyMap<unknown, string> = new Map([
  ["beforeIngest_failed", "beforeIngest threw"],
  ["beforeIngest_invalid", "beforeIngest returned no event"],
  ["masking_failed", "the masker failed"],
]);

interface PauseMessage {
  readonly level: "warn" | "error";
  readonly message: string;
}

/** The log messages of a delivery: one when a problem starts, one when it ends. */
export class DeliveryLog {
  readonly #log: ThrottledLog;
  readonly #receiver: string;
  #toldPause: Pause | undefined = undefined;
  #droppedWhileFull = 0;

  /** `receiver`: the name of the service or store in messages. */
  constructor(logger: Logger, clock: Clock, receiver = "the service") {
    this.#log = new ThrottledLog(logger, clock);
    this.#receiver = receiver;
  }

  paused(pause: Pause | undefined): void {
    if (pause === "rate_limited") {
      this.#log.warn(pause, "Telemetry: rate limited (429); events wait as long as was asked.");
    } else if (pause !== undefined) {
      this.#toldPause = pause;
      const { level, message } = PAUSES[pause];
      this.#log.say(level, message.replace("RECEIVER", this.#receiver));
    } else if (this.#toldPause !== undefined) {
      this.#log.say("info", "Telemetry: events are delivered again.", { after: this.#toldPause });
      this.#toldPause = undefined;
    }
  }

  finalizeDown(isDown: boolean): void {
    if (isDown) {
      const message =
        "Telemetry: finalize fails; events are delivered, and their finalizes wait until it works.";
      this.#log.say("warn", message);
    } else {
      this.#log.say("info", "Telemetry: finalize works again.");
    }
  }

  droppedFull(): void {
    this.#droppedWhileFull += 1;
    if (this.#droppedWhileFull > 1) return;
    this.#log.say("warn", "Telemetry: the queue is full; new events are dropped.");
  }

  /** The queue is half empty again, or closed. */
  relieved(): void {
    if (this.#droppedWhileFull === 0) return;
    const dropped = this.#droppedWhileFull;
    this.#droppedWhileFull = 0;
    this.#log.say("warn", "Telemetry: the queue was full for a while.", { dropped });
  }

  anomaly(eventId: string): void {
    const message =
      "Telemetry: an event sent once was stored already; something on the way repeats requests.";
    this.#log.warn("replayed_first_attempt", message, { eventId });
  }

  /**
   * Logs a failure that no waiting mends: undici or a key is missing. Nobody else would see the
   * reason, because events wait. Other failures are those of the service or the network.
   */
  failed(eventId: string, error: Error): void {
    if (!(error instanceof GuardedModelError) || error.retryable) return;
    const { status, cause } = error as DataPlaneError;
    if (status !== undefined) return;
    const details = { eventId, error: error.message, ...whyOf(error, cause) };
    this.#log.warn("unsent", "Telemetry: an event could not be sent; it waits.", details);
  }

  settled(outcome: DeliveryOutcome): void {
    const { eventId, reason, attempts } = outcome;
    if (outcome.status === "rejected") {
      const details = { eventId, reason, ...describe(outcome.error) };
      this.#log.warn(`rejected ${reason}`, "Telemetry: the service rejected an event.", details);
    } else if (outcome.status === "dropped" && reason === "gave_up") {
      const message = "Telemetry: an event was given up after giveUpAfterMs.";
      this.#log.warn("gave_up", message, { eventId, attempts });
    }
  }

  /** Logs an event whose content was withheld, if there was a failure behind it. */
  withheld({ event_id: eventId, metadata }: TelemetryEvent): void {
    const why = metadata?.withheld;
    const fault = why === undefined ? undefined : FAULTS.get(why);
    if (fault === undefined) return;
    const message = `Telemetry: an event goes out without its content, because ${fault}.`;
    this.#log.warn(`withheld ${why}`, message, { eventId });
  }

  closed(dropped: number): void {
    if (dropped > 0) {
      this.#log.say("warn", "Telemetry: closed with undelivered events.", { dropped });
    }
    this.relieved();
    this.#log.end();
  }

  leftAtExit(pending: number): void {
    this.#log.say("warn", "Telemetry: the process ends with undelivered events.", { pending });
  }
}

/**
 * What lies behind an error of ours; the cause of others is the app's, and may quote a key. Without
 * the credentials in URLs: a dispatcher of the app may name its proxy.
 */
function whyOf(error: Error, cause: unknown): { readonly cause?: string } {
  if (!(error instanceof DataPlaneError && cause instanceof Error)) return {};
  return { cause: cause.message.replace(USER_OF_URL, "//") };
}

const USER_OF_URL = /\/\/[^\s/@]+@/g;

/** The parts of a response that cannot quote the request: its status and field names. */
function describe(error: Error | undefined): Record<string, unknown> {
  if (!(error instanceof DataPlaneError)) return { error: error?.name };
  const fields = Object.keys(error.fieldErrors ?? {}).filter((name) => FIELD_NAME.test(name));
  return { status: error.status, ...(fields.length > 0 ? { fields: fields.slice(0, 10) } : {}) };
}
