import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { plainSource } from "../../support/processes/plain-sources.ts";

const execute = promisify(execFile);

/** A shell that lowers the limit of open files, and becomes Node.js. */
const LIMITED = ["-c", 'ulimit -n 120 && exec "$0" "$@"', process.execPath];

it("holds events in memory however few files the process may still open", async () => {
  const script = `
    import { closeSync, openSync } from "node:fs";
    import { openOutbox } from "${plainSource("test/delivery/outbox-bench.ts").href}";
    const directory = ${JSON.stringify(outboxDirectory())};
    // Loads what is loaded at the first use, for which files are opened, too.
    const first = await openOutbox({ directory, fsync: false });
    await first.submit();
    await first.close();
    for (let free = 1; free <= 16; free += 1) {
      const opened = [];
      try {
        for (;;) opened.push(openSync(${JSON.stringify(process.execPath)}, "r"));
      } catch {}
      for (const descriptor of opened.splice(0, free)) closeSync(descriptor);
      const bench = await openOutbox({ directory: directory + free, fsync: false });
      await bench.submit();
      for (const descriptor of opened) closeSync(descriptor);
      await bench.close();
      const { delivered } = bench.delivery.counters();
      console.log(free + " free: " + delivered + " delivered");
    }
  `;
  const flags = ["--input-type=module", "-e", script];
  const { stdout } = await execute("sh", [...LIMITED, ...flags]);
  const numbers = Array.from({ length: 16 }, (_, i) => i + 1);
  expect(stdout.trim().split("\n")).toEqual(numbers.map((free) => `${free} free: 1 delivered`));
});
