import {
  aDuration,
  assertOptions,
  oneOf,
  shape,
  wholeNumber,
  withoutUndefined,
} from "../../base/option-rules.ts";

/** Options of `memoryDelivery`. */
export interface MemoryDeliveryOptions {
  /**
   * Most events held at once, those being sent included. Default 10,000: minutes of a busy service.
   */
  readonly maxEvents?: number | undefined;
  /**
   * Most bytes of events held at once, measured as JSON. Default 64 MiB: bearable beside any app.
   */
  readonly maxBytes?: number | undefined;
  /**
   * `"drop"` (default) lets new events go when the bounds are reached, so that telemetry never
   * slows a call. `"wait"` holds new calls before their guard instead; events of calls that are
   * under way then may take up to twice the bounds.
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

const count = wholeNumber(1);
const rule = shape({
  maxEvents: count,
  maxBytes: count,
  whenFull: oneOf(["drop", "wait"]),
  giveUpAfterMs: aDuration,
});

/**
 * The settings a user's options mean.
 *
 * @throws ConfigurationError naming the option that is wrong, never its value.
 */
export function readMemoryOptions(options: MemoryDeliveryOptions): MemorySettings {
  assertOptions("memoryDelivery", rule, options);
  return { ...DEFAULTS, ...withoutUndefined(options) };
}
