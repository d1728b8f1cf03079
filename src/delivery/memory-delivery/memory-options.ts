import {
  aDuration,
  assertOptions,
  oneOf,
  strictObject,
  wholeNumber,
  withoutUndefined,
} from "../../base/option-rules.ts";

/** Options of `memoryDelivery`. */
export interface MemoryDeliveryOptions {
  /**
   * Maximum number of events held, including those being sent. Default 10,000, some minutes of a
   * busy service.
   */
  readonly maxEvents?: number | undefined;
  /**
   * Maximum size of the events held, in bytes of JSON. Default 64 MiB, which most apps can afford.
   */
  readonly maxBytes?: number | undefined;
  /**
   * What to do when a limit is reached. `"drop"` (default) drops new events, so that telemetry
   * never delays a call. `"wait"` makes new calls wait before their guard check; events of calls in
   * progress may then use up to twice the limits.
   */
  readonly whenFull?: "drop" | "wait" | undefined;
  /**
   * Milliseconds after which an undelivered event is dropped (`gave_up`). Default: never; events
   * are retried as long as the process lives.
   */
  readonly giveUpAfterMs?: number | undefined;
}

/** The options with defaults. */
export interface MemorySettings {
  readonly maxEvents: number;
  readonly maxBytes: number;
  readonly whenFull: "drop" | "wait";
  readonly giveUpAfterMs: number | undefined;
  /**
   * Ends an event that has failed, with the reason `put_back`, if that many events have been held
   * and this one for that long. Only for deliveries that keep events elsewhere and hold some of
   * them.
   */
  readonly putBack?: { readonly fromEvents: number; readonly afterMs: number };
}

const DEFAULTS: MemorySettings = {
  maxEvents: 10_000,
  maxBytes: 64 * 1024 * 1024,
  whenFull: "drop",
  giveUpAfterMs: undefined,
};

const count = wholeNumber(1);
const rule = strictObject({
  maxEvents: count,
  maxBytes: count,
  whenFull: oneOf(["drop", "wait"]),
  giveUpAfterMs: aDuration,
});

/**
 * Checks the options and fills in defaults.
 *
 * @throws ConfigurationError naming the option that is wrong, never its value.
 */
export function readMemoryOptions(options: MemoryDeliveryOptions): MemorySettings {
  assertOptions("memoryDelivery", rule, options);
  return { ...DEFAULTS, ...withoutUndefined(options, DEFAULTS) };
}
