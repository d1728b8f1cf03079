/**
 * What separates a name from its value: one of the kinds below, or none of them if the value has a
 * key of its own.
 */
export interface BehindName {
  readonly size: number;
  readonly openTag: string | undefined;
  readonly symbol: string | undefined;
  readonly sentence: string | undefined;
  readonly call: string | undefined;
  readonly formPart: string | undefined;
  readonly space: string | undefined;
}

/** The value of a name, and what separates the two. */
export interface Assignment {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
  /** After the name of a scheme, as in headers: `Bearer …`. */
  readonly isHeader: boolean;
  /** On the line below the name, which is its label. */
  readonly isLabelled: boolean;
  /** The content of an XML element. */
  readonly isElement: boolean;
  /** Longer than `MAX_VALUE`, in one word. */
  readonly isLong: boolean;
  readonly behind: BehindName;
}
