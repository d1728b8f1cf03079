// Prints the cost of a guarded call, compared with the minimum, the bare client, and a hand-written
// guard. `--quick` for a fast look, `--json` for machines, `--only cpu,stream` and `--variants
// floor,bare` for a part of it. Plain JavaScript on the built package, because a loader that
// compiles on the fly would change the results.
import { parseArgs } from "node:util";
import * as measurements from "./measurements.mjs";
import { openServer, openWorker } from "./processes.mjs";
import { printJson, printTable } from "./report.mjs";

const FULL = {
  rounds: 8,
  calls: 2_000,
  warmUp: 2_000,
  settlingCalls: 50_000,
  objectStreams: 10,
  byteStreams: 4,
  firstChunks: 100,
  heapCalls: 20_000,
  imports: 9,
  outageCalls: 2_000,
};
const QUICK = {
  rounds: 3,
  calls: 500,
  warmUp: 500,
  settlingCalls: 2_000,
  objectStreams: 3,
  byteStreams: 1,
  firstChunks: 30,
  heapCalls: 2_000,
  imports: 3,
  outageCalls: 500,
};

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "cpu,settled,objects,bytes,first,memory,import,size,outage" },
    variants: { type: "string", default: "floor,bare,hand-written,ours" },
  },
});

const parts = {
  cpu: measurements.cpuPerCall,
  settled: measurements.settledCpuPerCall,
  objects: measurements.cpuPerObjectChunk,
  bytes: measurements.cpuPerByteChunk,
  first: measurements.timeToFirstChunk,
  memory: measurements.memory,
  import: measurements.importing,
  size: measurements.ownCode,
  outage: measurements.outage,
};

const names = options.variants.split(",");
const server = await openServer();
const env = {
  origin: server.origin,
  // Only keys with this prefix may finalize.
  apiKey: ["sk", "live", "bench".repeat(5)].join("_"),
  systemId: "0197a4d2-7f5c-7aa4-9d3e-6f1f5a0c9b00",
};
const workers = [];
for (const name of names) workers.push(await openWorker(name, env));

const size = options.quick ? QUICK : FULL;
const rows = [];
try {
  for (const part of options.only.split(",")) {
    if (!options.json) process.stderr.write(`measuring ${part} ...\n`);
    rows.push(
      ...(await parts[part]({
        workers,
        names,
        server,
        env,
        size,
        hasOurs: names.includes("ours"),
      })),
    );
  }
} finally {
  for (const worker of workers) await worker.close();
  server.close();
}
if (options.json) printJson(rows);
else printTable(rows);
