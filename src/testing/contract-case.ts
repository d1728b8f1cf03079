/**
 * One promise of an interface, as a test that any runner can run:
 * `for (const { title, run } of deliveryContract(make)) it(title, run);`
 */
export interface ContractCase {
  /** What the implementation promises its users. */
  readonly title: string;
  /**
   * Rejects with an `AssertionError` when the promise is not kept. Takes a second or so; with a
   * masker that never answers as long as `answerWithinMs` says.
   */
  readonly run: () => Promise<void>;
}
