import { ConfigurationError } from "../errors.ts";

/** Options of `memoryDelivery`. */
export interface MemoryDeliveryOptions {
  /** Most events held at once, those being sent included. 10,000: minutes of a busy service. */
  readonly maxEvents?: number | undefined;
  /** Most bytes of events held at once, measured as JSON. 64 MiB: bearable beside any app. */
  readonly maxBytes?: number | undefined;
  /**
   * `"drop"` (default) lets new events go when the bounds are reached, so that telemetry never
   * slows a call. `"wait"` holds new calls before their guard instead.
   */
  readonly whenFull?: "drop" | "wait" | undefined;
  /**
   * Milliseconds after which an undelivered event is dropped (`gave_up`). Never by default:
   * it is retried as long as the process lives.
   */
  readonly giveUpAfterMs?: number | undefined;
}

/** The options with their defaults. */
export interface MemorySettings {
  readonly maxEvents: number;
  readonly maxBytes: number;
  readonly whenFull: "drop" | "wait";
  readonly giveUpAfterMs: number | undefined;
}

const DEFAULTS: MemorySettings = {
  maxEvents: 10_000,
  maxBytes: 64 * 1024 * 1024,
  whenFull: "drop",
  giveUpAfterMs: undefined,
};

/**
 * The settings a user's options mean.
 *
 * @throws ConfigurationError naming the option that is wrong, never its value.
 */
export function readMemoryOptions(options: MemoryDeliveryOptions): MemorySettings {
  if (typeof options !== "object" || options === null) {
    throw wrong("options", "must be an object");
  }
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(DEFAULTS, name)) throw wrong(name, "is not known");
  }
  const whenFull = options.whenFull ?? DEFAULTS.whenFull;
  if (whenFull !== "drop" && whenFull !== "wait")
    throw wrong("whenFull", 'must be "drop" or "wait"');
  const { giveUpAfterMs } = options;
  if (giveUpAfterMs !== undefined && !(Number.isFinite(giveUpAfterMs) && giveUpAfterMs > 0)) {
    throw wrong("giveUpAfterMs", "must be a positive number of milliseconds");
  }
  return {
    maxEvents: bound("maxEvents", options.maxEvents ?? DEFAULTS.maxEvents),
    maxBytes: bound("maxBytes", options.maxBytes ?? DEFAULTS.maxBytes),
    whenFull,
    giveUpAfterMs,
  };
}

function bound(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw wrong(name, "must be a whole number of at least 1");
}

function wrong(name: string, problem: string): ConfigurationError {
  return new ConfigurationError(`memoryDelivery: ${name} ${problem}.`);
}
