/** One line of a verdict. */
interface Row {
  readonly what: string;
  readonly measured: string;
  readonly holds: boolean;
}

/**
 * The oracle's results, line by line. A run passes if every promise was kept and every expected
 * fault occurred: a run without faults proves nothing.
 */
export class Verdict {
  readonly #title: string;
  readonly #startedAt = performance.now();
  readonly #rows: Row[] = [];

  constructor(title: string) {
    this.#title = title;
  }

  /** A promise, whether it was kept, and the measured value. */
  check(what: string, holds: boolean, measured: string | number): void {
    this.#rows.push({ what, holds, measured: shown(measured) });
  }

  /** A promise that is kept if the list is empty. */
  none(what: string, list: readonly unknown[]): void {
    this.check(what, list.length === 0, list.length);
    for (const item of list.slice(0, 5)) console.error(`  ${what}: ${String(item)}`);
  }

  /** Something that must have happened at least once for the run to be meaningful. */
  happened(what: string, count: number): void {
    this.#rows.push({ what: `did happen: ${what}`, holds: count > 0, measured: shown(count) });
  }

  /** Prints the table, and sets exit code 1 if a line does not hold. */
  end(): void {
    const seconds = ((performance.now() - this.#startedAt) / 1_000).toFixed(1);
    const width = Math.max(...this.#rows.map(({ what }) => what.length));
    console.log(`\n${this.#title} (${seconds} s)`);
    for (const { what, measured, holds } of this.#rows) {
      console.log(`  ${holds ? "ok  " : "FAIL"} ${what.padEnd(width)}  ${measured}`);
    }
    const failed = this.#rows.filter(({ holds }) => !holds).length;
    console.log(failed === 0 ? "verdict: passed" : `verdict: FAILED, ${failed} lines`);
    if (failed > 0) process.exitCode = 1;
  }
}

function shown(measured: string | number): string {
  return typeof measured === "number" ? measured.toLocaleString("en-US") : measured;
}
