import { ignoreLateRejection } from "../base/late-rejection.ts";
import type { Clock, Logger } from "../types.ts";

/** The same news is told at most this often. */
const REPEAT_AFTER_MS = 60_000;

type Level = "debug" | "info" | "warn" | "error";
type Details = Readonly<Record<string, unknown>>;

interface Topic {
  readonly message: string;
  toldAt: number;
  untold: number;
}

/**
 * What delivery tells a person: the first of its kind at once, more of the same as a count once
 * a minute, the rest at the end. A logger that throws changes nothing.
 */
export class ThrottledLog {
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #topics = new Map<string, Topic>();

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger;
    this.#clock = clock;
  }

  /** Tells now, whatever was told before. */
  say(level: Level, message: string, details: Details = {}): void {
    try {
      ignoreLateRejection(this.#logger[level]?.(message, { ...details }));
    } catch {
      // A logger's failure is its owner's to see elsewhere.
    }
  }

  /** Warns of something that may come in thousands; `topic` is what makes two of them the same. */
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

  /** Tells what was only counted so far. */
  end(): void {
    for (const [topic, { message, untold }] of this.#topics) {
      if (untold > 0) this.say("warn", message, { topic, count: untold });
    }
    this.#topics.clear();
  }
}
