import type { IngestRequest } from "../../../src/contract/ingest.ts";

/** The rules of a strict data plane, and exceptions that a test can allow. */
export interface StrictRules {
  /** Original values that may appear only in a guard's `input`. */
  readonly forbidden?: readonly string[] | undefined;
  /** The header that must have the key. Default `x-service-api-key`. */
  readonly authHeader?: "x-service-api-key" | "authorization" | undefined;
  /** Default: this package's own version. */
  readonly sdkVersion?: string | undefined;
  /** Events without a guard request: those of `record`. Default none. */
  readonly allowUnguarded?: ((event: IngestRequest) => boolean) | undefined;
  /**
   * Events whose `input` may differ from the guard's text: trusted segments, withheld content.
   * Default none.
   */
  readonly contentMayDiffer?: ((event: IngestRequest) => boolean) | undefined;
  /** Ids chosen by the caller, which may be UUIDs of any version. Default none. */
  readonly callerIds?: readonly string[] | undefined;
  /** For tests of differing clocks: stale timestamps are no breach. Default false. */
  readonly allowStale?: boolean | undefined;
  /** For tests of crashes: repeating an acknowledged event is no breach. Default false. */
  readonly allowResend?: boolean | undefined;
  /**
   * How late after a 429 a request may arrive that was already in flight, in milliseconds. Default
   * 250.
   */
  readonly inFlightMs?: number | undefined;
  /**
   * For runs of a hundred thousand calls: the number of lifecycles remembered for the checks,
   * oldest dropped first; the lists of requests stay empty. Default: everything is kept.
   */
  readonly remember?: number | undefined;
}

/** What the checks know about the system under test. */
export interface StrictContext {
  readonly rules: StrictRules;
  readonly systemId: string;
  /** Every key that the system has had, the current one last. */
  readonly apiKeys: readonly string[];
}

const RULE_NAMES: Readonly<Record<keyof StrictRules, true>> = {
  ...{ forbidden: true, authHeader: true, sdkVersion: true, allowUnguarded: true },
  ...{ contentMayDiffer: true, callerIds: true, allowStale: true, allowResend: true },
  ...{ inFlightMs: true, remember: true },
};

/** The options without the rules, which the data plane itself does not know. */
export function withoutRules<Options extends StrictRules>(
  options: Options,
): Omit<Options, keyof StrictRules> {
  const entries = Object.entries(options).filter(([name]) => !Object.hasOwn(RULE_NAMES, name));
  return Object.fromEntries(entries) as Omit<Options, keyof StrictRules>;
}
