/** What may be done to a disk, by what a person would call it. */
export type Deed = "sync" | "write" | "rename" | "remove" | "read" | "open" | "touch";

/** What is wrong with a disk. */
export interface Fault {
  readonly deeds: readonly Deed[];
  /**
   * `fail`: an error at once. `late`: done, and answered late. `delayed`: done late. `denied`: an error
   * that comes late.
   */
  readonly kind: "fail" | "late" | "delayed" | "denied";
  readonly code: string;
  /** How many times. */
  count: number;
}

/** What is wrong with a disk now, and what hangs on it. */
export class SimulatedFaults {
  #faults: Fault[] = [];
  readonly #hanging: { readonly deed: Deed; readonly answer: () => void }[] = [];

  /** Whether anything else fails or hangs than bringing what was written to the disk. */
  get areSyncsAlone(): boolean {
    const broken = this.#faults.flatMap(({ deeds, count }) => (count > 0 ? deeds : []));
    return [...broken, ...this.#hanging.map(({ deed }) => deed)].every((deed) => deed === "sync");
  }

  add(fault: Fault): void {
    this.#faults.push(fault);
  }

  /** Everything that hangs is answered, and nothing else will hang or fail. */
  heal(): void {
    this.#faults = [];
    for (const { answer } of this.#hanging.splice(0)) answer();
  }

  /** The one that meets what is done now, counted. */
  meet(deed: Deed, kind?: Fault["kind"]): Fault | undefined {
    const fault = this.#faults.find(
      (one) =>
        one.count > 0 && one.deeds.includes(deed) && (kind === undefined || one.kind === kind),
    );
    if (fault !== undefined) fault.count -= 1;
    return fault;
  }

  /** Resolves when the disk is healed. */
  hang(deed: Deed): Promise<void> {
    return new Promise((answer) => this.#hanging.push({ deed, answer }));
  }
}
