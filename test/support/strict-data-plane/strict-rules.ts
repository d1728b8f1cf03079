import type { IngestRequest } from "../../../src/contract/ingest.ts";

/** What a strict data plane insists on, and what it lets pass because the test says so. */
export interface StrictRules {
  /** Originals that may appear in a guard's `input` and nowhere else. */
  readonly forbidden?: readonly string[] | undefined;
  /** The header the key must be in. Default `x-service-api-key`. */
  readonly authHeader?: "x-service-api-key" | "authorization" | undefined;
  /** Default: this package's own version. */
  readonly sdkVersion?: string | undefined;
  /** Events that have no guard: those recorded beside model calls. Default none. */
  readonly allowUnguarded?: ((event: IngestRequest) => boolean) | undefined;
  /** Events whose `input` is rightly not the guard's text: trusted segments, withheld content. Default none. */
  readonly contentMayDiffer?: ((event: IngestRequest) => boolean) | undefined;
  /** Ids the caller chose, which may be UUIDs of any version. Default none. */
  readonly callerIds?: readonly string[] | undefined;
  /** For tests of clocks that disagree: stale timestamps are no breach. Default false. */
  readonly allowStale?: boolean | undefined;
  /** For tests of crashes: sending again what was acknowledged is no breach. Default false. */
  readonly allowResend?: boolean | undefined;
  /** How late after a 429 a request may arrive that was on its way already, in milliseconds. Default 250. */
  readonly inFlightMs?: number | undefined;
  /**
   * For runs of a hundred thousand calls: lifecycles that are remembered for the checks, the
   * oldest forgotten first, and the lists of requests stay empty. Default: everything is kept.
   */
  readonly remember?: number | undefined;
}

/** What the checks know of the system under test. */
export interface StrictContext {
  readonly rules: StrictRules;
  readonly systemId: string;
  /** Every key the system has had, the present one last. */
  readonly apiKeys: readonly string[];
}

const RULE_NAMES: Readonly<Record<keyof StrictRules, true>> = {
  ...{ forbidden: true, authHeader: true, sdkVersion: true, allowUnguarded: true },
  ...{ contentMayDiffer: true, callerIds: true, allowStale: true, allowResend: true },
  ...{ inFlightMs: true, remember: true },
};

/** Options without the rules among them, which the plane itself does not know. */
export function withoutRules<Options extends StrictRules>(
  options: Options,
): Omit<Options, keyof StrictRules> {
  const entries = Object.entries(options).filter(([name]) => !Object.hasOwn(RULE_NAMES, name));
  return Object.fromEntries(entries) as Omit<Options, keyof StrictRules>;
}
