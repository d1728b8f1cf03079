/** One line of a verdict. */
interface Row {
  readonly what: string;
  readonly measured: string;
  readonly holds: boolean;
}

/**
 * What an oracle found, line by line. A run passes when every promise was kept and everything
 * that should have gone wrong on the way did: a run in which nothing went wrong proves nothing.
 */
export class Verdict {
  readonly #title: string;
  readonly #startedAt = performance.now();
  readonly #rows: Row[] = [];

  constructor(title: string) {
    this.#title = title;
  }

  /** A promise, whether it was kept, and what was measured of it. */
  check(what: string, holds: boolean, measured: string | number): void {
    this.#rows.push({ what, holds, measured: shown(measured) });
  }

  /** A promise that is kept when there is nothing on the list. */
  none(what: string, list: readonly unknown[]): void {
    this.check(what, list.length === 0, list.length);
    for (const item of list.slice(0, 5)) console.error(`  ${what}: ${String(item)}`);
  }

  /** Something that has to have happened at least once for the run to mean anything. */
  happened(what: string, count: number): void {
    this.#rows.push({ what: `did happen: ${what}`, holds: count > 0, measured: shown(count) });
  }

  /** Prints the table, and has the process end with 1 if a line does not hold. */
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
