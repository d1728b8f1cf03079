/**
 * One test of a contract, for any test runner:
 * `for (const { title, run } of deliveryContract(make)) it(title, run);`
 */
export interface ContractCase {
  /** What the implementation must do, as a test title. Unique within its contract. */
  readonly title: string;
  /**
   * Runs the test. Rejects if the implementation fails it, with an `AssertionError` or with what
   * the implementation threw. Takes up to two seconds; a masker that never answers
   * `answerWithinMs`, and an integration that never ends `endWithinMs`.
   */
  readonly run: () => Promise<void>;
}
