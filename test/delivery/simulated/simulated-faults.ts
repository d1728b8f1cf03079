/** Kinds of disk operations. */
export type Deed = "sync" | "write" | "rename" | "remove" | "read" | "open" | "touch";

/** A fault of a disk. */
export interface Fault {
  readonly deeds: readonly Deed[];
  /**
   * `fail`: an error at once. `late`: done, and answered late. `delayed`: done late. `denied`: a
   * late error.
   */
  readonly kind: "fail" | "late" | "delayed" | "denied";
  readonly code: string;
  /** How many times it happens. */
  count: number;
}

/** The current faults of a disk, and the operations that hang because of them. */
export class SimulatedFaults {
  #faults: Fault[] = [];
  readonly #hanging: { readonly deed: Deed; readonly answer: () => void }[] = [];

  /** Whether nothing but syncs fails or hangs. */
  get areSyncsAlone(): boolean {
    const broken = this.#faults.flatMap(({ deeds, count }) => (count > 0 ? deeds : []));
    return [...broken, ...this.#hanging.map(({ deed }) => deed)].every((deed) => deed === "sync");
  }

  add(fault: Fault): void {
    this.#faults.push(fault);
  }

  /** Ends all hanging operations; later ones neither hang nor fail. */
  heal(): void {
    this.#faults = [];
    for (const { answer } of this.#hanging.splice(0)) answer();
  }

  /** The fault that this operation meets, if any, and counts it. */
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
