// Each measurement is a function from the running processes to rows of the table.
import { codeSize } from "./code-size.mjs";
import { importTime, openWorker } from "./processes.mjs";
import { interleave, median, medianDifference, medianRatio } from "./statistics.mjs";

const AT_ONCE = 16;
const STREAM_CHUNKS = 20_000;

const only = (workers, ...names) => workers.filter(({ name }) => names.includes(name));

const amount = (unit) => (value) => ({ value, unit });
const us = amount("us");
const ns = amount("ns");
const ms = amount("ms");
const kB = amount("kB");
const MB = (bytes) => ({ value: bytes / 1024 / 1024, unit: "MB" });
const times = amount("x");

/** What was measured, and the result; `limit`, in the same unit, if there is a goal. */
const row = (measure, { value, unit }, limit) => ({ measure, value, unit, limit });

export async function cpuPerCall({ workers, server, size }) {
  const count = size.calls;
  for (const worker of workers) await worker.run("calls", { count: size.warmUp, width: AT_ONCE });
  await server.takeCounts();
  const cpu = await interleave(workers, size.rounds, async (worker) => {
    const used = await worker.run("calls", { count, width: AT_ONCE });
    requireRequests(worker.name, await server.takeCounts(), count);
    return used / count;
  });
  const rows = workers.map(({ name }) => row(`CPU per call, ${name}`, us(median(cpu[name]))));
  const ratio = (a, b, limit) => {
    if (cpu[a] === undefined || cpu[b] === undefined) return;
    rows.push(row(`CPU per call, ${a} / ${b}`, times(medianRatio(cpu[a], cpu[b])), limit));
  };
  ratio("floor", "bare");
  ratio("hand-written", "bare");
  ratio("floor", "hand-written");
  ratio("ours", "bare");
  ratio("ours", "floor", 1.05);
  ratio("ours", "hand-written", 0.7);
  return rows;
}

/**
 * The same in processes that have been running for some minutes: V8 keeps compiling during the
 * first tens of thousands of calls, on threads whose CPU time counts as well.
 */
export async function settledCpuPerCall({ workers, size }) {
  const taking = only(workers, "floor", "ours");
  if (taking.length < 2) return [];
  for (const worker of taking) {
    await worker.run("calls", { count: size.settlingCalls, width: AT_ONCE });
  }
  const cpu = await interleave(taking, size.rounds, (worker) =>
    worker.run("calls", { count: size.calls, width: AT_ONCE }),
  );
  const beside = times(medianRatio(cpu.ours, cpu.floor));
  return [row(`CPU per call, ours / floor, ${size.settlingCalls} calls later`, beside)];
}

/** A variant that skips a request would look fast. */
function requireRequests(name, counts, calls) {
  const telemetry = name === "bare" ? 0 : calls;
  const expected = { chat: calls, guard: telemetry, ingest: telemetry, finalize: telemetry };
  for (const [endpoint, wanted] of Object.entries(expected)) {
    if (counts[endpoint] === wanted) continue;
    throw new Error(`${name}: ${counts[endpoint]} ${endpoint} requests for ${calls} calls`);
  }
}

export async function cpuPerObjectChunk({ workers, size }) {
  const taking = only(workers, "bare", "hand-written", "ours");
  const cost = await perChunk(taking, "objects", { ...size, streams: size.objectStreams });
  return [
    row("CPU per chunk of objects, bare", ns(median(cost.bare))),
    ...added(cost, "CPU added per chunk of objects", 200),
  ];
}

export async function cpuPerByteChunk({ workers, server, size }) {
  const url = `${server.origin}/v1/chat/completions`;
  const taking = only(workers, "bare", "ours");
  const options = { ...size, streams: size.byteStreams, url };
  const memory = await perChunk(taking, "memoryBytes", options);
  const wire = await perChunk(taking, "wireBytes", options);
  return [
    row("CPU per event of bytes in memory, bare", ns(median(memory.bare))),
    ...added(memory, "CPU added per event of bytes in memory", 1_500),
    row("CPU per event of bytes on the wire, bare", ns(median(wire.bare))),
    ...added(wire, "CPU added per event of bytes on the wire", 1_500),
  ];
}

async function perChunk(workers, job, { streams, rounds, url }) {
  const options = { streams, count: STREAM_CHUNKS, url };
  for (const worker of workers) await worker.run(job, { ...options, streams: 2 });
  return interleave(workers, rounds, async (worker) => {
    const used = await worker.run(job, options);
    return (used * 1_000) / (streams * STREAM_CHUNKS);
  });
}

/** The additional cost of each variant over the bare one; only ours has a goal. */
function added(cost, measure, limit) {
  return Object.keys(cost)
    .filter((name) => name !== "bare")
    .map((name) => {
      const beyond = ns(medianDifference(cost[name], cost.bare));
      return row(`${measure}, ${name}`, beyond, name === "ours" ? limit : undefined);
    });
}

export async function timeToFirstChunk({ workers, size }) {
  const taking = only(workers, "bare", "floor", "hand-written", "ours");
  const count = size.firstChunks;
  for (const worker of taking) await worker.run("firstChunk", { count: size.warmUp });
  const waits = await interleave(taking, size.rounds, async (worker) =>
    median(await worker.run("firstChunk", { count })),
  );
  const floor = workers.find(({ name }) => name === "floor");
  await floor.run("guardRoundTrip", { count });
  const guard = median(await floor.run("guardRoundTrip", { count }));
  const rows = [row("guard round trip alone", ms(guard))];
  for (const name of ["floor", "hand-written", "ours"]) {
    if (waits[name] === undefined) continue;
    const value = medianDifference(waits[name], waits.bare) - guard;
    const limit = name === "ours" ? 0.3 : undefined;
    rows.push(row(`first chunk, added beyond the guard, ${name}`, ms(value), limit));
  }
  return rows;
}

export async function memory({ names, env, size }) {
  const growth = {};
  const peak = {};
  for (const name of names) {
    const worker = await openWorker(name, env);
    await worker.run("calls", { count: size.warmUp, width: AT_ONCE });
    growth[name] = await worker.run("heap", { count: size.heapCalls, width: AT_ONCE });
    peak[name] = await worker.run("peakRss");
    await worker.close();
  }
  const limits = (name, limit) => (name === "ours" ? limit : undefined);
  return [
    ...names.map((name) =>
      row(`heap growth over ${size.heapCalls} calls, ${name}`, MB(growth[name]), limits(name, 0.5)),
    ),
    row("peak RSS, bare", MB(peak.bare)),
    ...names
      .filter((name) => name !== "bare")
      .map((name) =>
        row(`peak RSS beyond bare, ${name}`, MB(peak[name] - peak.bare), limits(name, 10)),
      ),
  ];
}

export async function importing({ hasOurs, size }) {
  const specifiers = ["undici", "zod", ...(hasOurs ? ["guarded-model-client"] : [])];
  const taken = Object.fromEntries(specifiers.map((specifier) => [specifier, []]));
  for (let round = 0; round < size.imports; round += 1) {
    for (const specifier of specifiers) taken[specifier].push(await importTime(specifier));
  }
  return specifiers.map((specifier) => {
    const limit = specifier === "guarded-model-client" ? 60 : undefined;
    return row(`import of ${specifier}`, ms(median(taken[specifier])), limit);
  });
}

export async function ownCode({ hasOurs }) {
  if (!hasOurs) return [];
  const { bytesAtOnce, bytesLater } = await codeSize("dist/index.js");
  return [
    row("own code in the root entry, minified and gzipped", kB(bytesAtOnce / 1_000), 15),
    row("own code it loads when needed", kB(bytesLater / 1_000)),
  ];
}

export async function outage({ hasOurs, server, env, size }) {
  if (!hasOurs) return [];
  const worker = await openWorker("ours", env);
  await server.setDown(true);
  await server.takeCounts();
  const refused = await worker.run("outage", { count: size.outageCalls, width: AT_ONCE });
  const { guard, chat } = await server.takeCounts();
  await server.setDown(false);
  await worker.close();
  if (refused !== size.outageCalls || chat !== 0) throw new Error("a call passed without a guard");
  return [row("guard requests per call in total outage", times(guard / size.outageCalls), 1.1)];
}
