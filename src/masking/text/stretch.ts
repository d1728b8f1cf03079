/** A range of a text. Offsets are UTF-16 code units. */
export interface Stretch {
  /** Start offset in the searched text. */
  readonly start: number;
  /** End offset, exclusive. */
  readonly end: number;
}
