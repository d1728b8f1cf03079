import { ignoreLateRejection } from "../base/late-rejection.ts";
import type { Clock, Logger } from "../types.ts";

/** The same message is logged at most this often, in milliseconds. */
const REPEAT_AFTER_MS = 60_000;

type Level = "debug" | "info" | "warn" | "error";
type Details = Readonly<Record<string, unknown>>;

interface Topic {
  readonly message: string;
  toldAt: number;
  untold: number;
}

/**
 * Logs the first message of a kind at once, further ones as a count once a minute, and the rest at
 * the end. Errors of the logger are ignored.
 */
export class ThrottledLog {
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #topics = new Map<string, Topic>();

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger;
    this.#clock = clock;
  }

  /** Logs now, unconditionally. */
  say(level: Level, message: string, details: Details = {}): void {
    try {
      ignoreLateRejection(this.#logger[level]?.(message, { ...details }));
    } catch {
      // The logger is the app's, and so are its errors.
    }
  }

  /**
   * Logs a warning that may occur thousands of times; messages with the same `topic` are counted.
   */
  warn(topic: string, message: string, details: Details = {}): void {
    const now = this.#clock.monotonic();
    const known = this.#topics.get(topic);
    if (known === undefined) {
      this.#topics.set(topic, { message, toldAt: now, untold: 0 });
      this.say("warn", message, details);
    } else if (now - known.toldAt >= REPEAT_AFTER_MS) {
      const count = known.untold + 1;
      known.toldAt = now;
      known.untold = 0;
      this.say("warn", message, { ...details, count });
    } else {
      known.untold += 1;
    }
  }

  /** Logs what was only counted so far. */
  end(): void {
    for (const [topic, { message, untold }] of this.#topics) {
      if (untold > 0) this.say("warn", message, { topic, count: untold });
    }
    this.#topics.clear();
  }
}
