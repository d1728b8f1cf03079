/**
 * One promise of an interface, as a test that any runner can run:
 * `for (const { title, run } of deliveryContract(make)) it(title, run);`
 */
export interface ContractCase {
  /** What the implementation promises its users. */
  readonly title: string;
  /** Rejects with an `AssertionError` when the promise is not kept. Takes a second at most. */
  readonly run: () => Promise<void>;
}
