import type { NumberRun } from "../text/number-run.ts";
import type { ScannedText } from "../text/scanned-text.ts";
import type { ContextRule } from "./context.ts";

/**
 * The strength of a match. Where spans overlap, the stronger one determines the type. For this one,
 * the strongest, more than the format was verified.
 */
export const VALIDATED = 3;
/** The format is strict, but has nothing to calculate. */
export const SHAPED = 2;
/** Only the context identifies it. */
export const CONTEXTUAL = 1;

/** One of the three. */
export type Strength = typeof VALIDATED | typeof SHAPED | typeof CONTEXTUAL;

/** Personal data or a secret, which are reported separately to the data plane. */
export type DetectorKind = "pii" | "secret";

/** Called by a detector for every span it finds. Offsets refer to the text it was given. */
// biome-ignore lint/complexity/useMaxParams: an object for every candidate would cost more than finding it
export type Emit = (
  start: number,
  end: number,
  strength: Strength,
  /** If given, the span counts only if the rule accepts its surroundings. */
  context?: ContextRule,
) => void;

/**
 * What triggers a detector. The scanner reads the text once and calls only detectors whose gate
 * occurs, so a gate should be rare in ordinary text. A detector without a gate is called once per
 * text.
 */
export interface Gates {
  /** Literals of at least three code units. */
  readonly literals?: readonly string[] | undefined;
  /** Whether the literals match in any case. Default false. */
  readonly ignoreCase?: boolean | undefined;
  /**
   * Whether the literals trigger only where a token may start. A detector that would look for that
   * first of all should say so: in one long word, its literal may be at every place.
   */
  readonly atStart?: boolean | undefined;
  /** Single ASCII characters that are neither letters nor digits. */
  readonly chars?: string | undefined;
  /**
   * For `chars`: `hex` triggers only where the character is between two hexadecimal digits, or
   * twice in a row. All detectors with this character must set it, or it has no effect.
   */
  readonly between?: "hex" | undefined;
  /**
   * `run`: a run of digits, in which separators are allowed. `mixed`: a group of digits next to a
   * letter.
   */
  readonly digits?: "run" | "mixed" | undefined;
  /** For `run`: minimum and maximum number of digits. Default: 6, and no maximum. */
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  /** For `run`: minimum number of groups of digits. Default 1. */
  readonly groups?: number | undefined;
  /**
   * For `mixed`: minimum and maximum length of the whole word, in letters and digits. Default: any.
   */
  readonly word?: readonly [fewest: number, most: number] | undefined;
  /** For `run`: at least one group must have one of these numbers of digits. Default: any. */
  readonly sizes?: readonly number[] | undefined;
  /**
   * For `run`, instead of `sizes` or as an alternative: groups with all of these numbers of digits.
   */
  readonly together?: readonly number[] | undefined;
  /** For `run`: a separator that must occur between two groups. Default: any. */
  readonly separator?: string | undefined;
}

/** One occurrence of a gate. The object is reused for every hit: do not keep it. */
export interface Hit {
  /** The normalized text: ASCII digits, dashes and spaces, and no invisible characters. */
  readonly view: string;
  /** The same as code units, which are faster to read one by one. */
  readonly text: ScannedText;
  /** Start of the gate. */
  readonly at: number;
  /** End of the gate, exclusive. */
  readonly end: number;
  /** The run of digits, for gates with `digits`. */
  readonly run: NumberRun;
}

/** A rule that finds one type of sensitive value. */
export interface Detector {
  /** The type shown in its placeholders: `EMAIL` gives `[EMAIL_1]`. */
  readonly type: string;
  /** Unique; used in error messages and in options that switch detectors. */
  readonly name: string;
  /** Which of the options `pii` and `secrets`, and which of the capabilities, it belongs to. */
  readonly kind: DetectorKind;
  /** The source of the format. */
  readonly source: string;
  /** A description of what is verified in a match. */
  readonly check: string;
  /** A description of what must, or must not, be around it. Default: no requirement. */
  readonly context?: string | undefined;
  /** Off unless enabled. Default false. */
  readonly optIn?: boolean | undefined;
  /** What triggers it. Empty: called once per text. */
  readonly gates: Gates;
  /**
   * Examines the text around one gate and emits what it finds. Returns an offset; the gate is
   * ignored before it. The time must be bounded by a constant, or by the distance to the returned
   * offset.
   */
  find(hit: Hit, emit: Emit): number;
}
