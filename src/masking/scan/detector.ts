import type { NumberRun } from "../text/number-run.ts";
import type { ScannedText } from "../text/scanned-text.ts";
import type { ContextRule } from "./context.ts";

/** How sure a detector is. Where spans overlap, the surer one names the span. */
export const VALIDATED = 3;
/** The format is strict, but nothing in it can be calculated. */
export const SHAPED = 2;
/** Only the words around it say what it is. */
export const CONTEXTUAL = 1;

/** One of the three. */
export type Strength = typeof VALIDATED | typeof SHAPED | typeof CONTEXTUAL;

/** Personal data or a secret: the two things the data plane is told about separately. */
export type DetectorKind = "pii" | "secret";

/** What a detector calls for every span it finds. Offsets are those of the text it was given. */
// biome-ignore lint/complexity/useMaxParams: an object for every candidate would cost more than finding it
export type Emit = (
  start: number,
  end: number,
  strength: Strength,
  /** When given, the span only counts if the words around it pass. */
  context?: ContextRule,
) => void;

/**
 * What wakes a detector. The scanner reads the text once and calls nobody but the detectors whose
 * gate is there, so a gate should be rare in ordinary text. A detector without any looks at the
 * whole text once.
 */
export interface Gates {
  /** Literals of at least three code units. */
  readonly literals?: readonly string[];
  /** Whether the literals match in any case. Default false. */
  readonly ignoreCase?: boolean;
  /** Single ASCII characters that are neither letters nor digits. */
  readonly chars?: string;
  /**
   * For `chars`: `hex` wakes only where one of them stands between two hexadecimal digits, or
   * twice in a row. Every detector of such a character has to say so.
   */
  readonly between?: "hex";
  /**
   * `run`: a run of digits, separators between them allowed. `mixed`: a group of
   * digits that touches a letter.
   */
  readonly digits?: "run" | "mixed";
  /** For `run`: fewest and most digits that are worth a look. Default: 6, and any number. */
  readonly least?: number;
  readonly most?: number;
  /** For `run`: fewest groups of digits. Default 1. */
  readonly groups?: number;
  /** For `mixed`: fewest and most letters and digits of the whole word. Default: any number. */
  readonly word?: readonly [fewest: number, most: number];
  /** For `run`: some group must have one of these numbers of digits. Default: any will do. */
  readonly sizes?: readonly number[];
  /** For `run`, instead of `sizes` or in addition: groups with all of these numbers of digits. */
  readonly together?: readonly number[];
  /** For `run`: a separator that must stand between two groups. Default: any will do. */
  readonly separator?: string;
}

/** One place where a gate was found. The object is reused from hit to hit: read it, do not keep it. */
export interface Hit {
  /** The text, normalised: ASCII digits, dashes and spaces; nothing invisible. */
  readonly view: string;
  /** The same as code units, which are faster to look at one by one. */
  readonly text: ScannedText;
  /** Where the gate starts. */
  readonly at: number;
  /** Where the gate ends, exclusive. */
  readonly end: number;
  /** The run of digits, for gates of `digits`. */
  readonly run: NumberRun;
}

/** A rule that finds one type of sensitive value. */
export interface Detector {
  /** What its placeholders say: `EMAIL` gives `[EMAIL_1]`. */
  readonly type: string;
  /** Unique; what error messages call it and what switches may name. */
  readonly name: string;
  /** Which of the options `pii` and `secrets` it belongs to, and which of the capabilities. */
  readonly kind: DetectorKind;
  /** Where the format comes from. */
  readonly source: string;
  /** What is verified of a match, in words. */
  readonly check: string;
  /** What has to stand around it, or must not, in words. Default: that does not matter. */
  readonly context?: string | undefined;
  /** Off unless it is switched on. Default false. */
  readonly optIn?: boolean | undefined;
  /** What wakes it. Empty: it looks at every text once. */
  readonly gates: Gates;
  /**
   * Looks around one gate and emits what it finds. Returns an offset before which its gate needs
   * no further look. Must take time bounded by a constant, or by how far it moves that offset.
   */
  find(hit: Hit, emit: Emit): number;
}
