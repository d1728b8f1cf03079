/**
 * `npm run damage`: the store of a killed process is truncated at every byte, and single bits of it
 * are flipped thousands of times; each time an outbox opens it. No start-up may fail, and every
 * event that is still intact must arrive unchanged.
 *
 * Options: `--events 3 --step 1 --flips 10000 --seed 1` (bytes between two truncations).
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assertBalanced } from "../../src/delivery/counters.ts";
import { layoutOf } from "../../src/delivery/durable-delivery/files/layout.ts";
import { freshRecord } from "../../src/testing/contract-service.ts";
import { openOutbox } from "../delivery/outbox-bench.ts";
import { storedOutbox } from "../support/outboxes/stored-outbox.ts";
import { readNumbers } from "./support/arguments.ts";
import { placesOf, wholeIn } from "./support/damage.ts";
import { seededRandom } from "./support/random.ts";
import { Verdict } from "./support/verdict.ts";

const options = readNumbers({ events: 3, step: 1, flips: 10_000, seed: 1 });
const { step, flips, seed } = options;
const parent = mkdtempSync(join(tmpdir(), "damage-"));
const folder = join(parent, "source");
mkdirSync(folder);
const { file, live } = await storedOutbox(folder, options.events);
const used = file.length - trailingZeros(file);
const places = placesOf(file, live);
const verdict = new Verdict(
  `damage: ${live.size} events in ${used} bytes, cut at every ${step}, ${flips} bits flipped, seed ${seed}`,
);

const failed: string[] = [];
const lost: string[] = [];
const altered: string[] = [];
const did = { starts: 0, complained: 0, recovered: 0, gone: 0 };

/** One start-up with a damaged store, and one new event. */
async function start(what: string, left: Buffer, whole: ReadonlySet<string>): Promise<void> {
  const directory = join(parent, "outbox");
  const dead = join(layoutOf(directory).owners, randomUUID());
  mkdirSync(dead, { recursive: true, mode: 0o700 });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(join(dead, "data.mdb"), left, { mode: 0o600 });
  did.starts += 1;
  try {
    const bench = await openOutbox({ directory });
    const own = await bench.submit(freshRecord());
    await bench.delivery.flush({ deadlineMs: 10_000 });
    const sent = new Map(bench.service.ingests.map(({ event }) => [event.event_id, event]));
    assertBalanced(bench.delivery.counters());
    await bench.close();
    for (const id of [own.event.event_id, ...whole]) {
      if (sent.has(id)) did.recovered += 1;
      else lost.push(`${id}, ${what}`);
    }
    for (const [id, { event }] of live) {
      const arrived = sent.get(id);
      if (arrived === undefined) did.gone += 1;
      else if (arrived.output !== event.output || arrived.input !== event.input) {
        altered.push(`${id}, ${what}`);
      }
    }
    if (bench.log.some(({ level }) => level === "error")) failed.push(`an error told, ${what}`);
    if (bench.log.some(({ message }) => message.includes("damaged"))) did.complained += 1;
  } catch (error) {
    failed.push(`${String(error)}, ${what}`);
  }
  rmSync(directory, { recursive: true, force: true });
}

for (let length = 0; length <= used; length += step) {
  const isWhole = (from: number, to: number): boolean => from >= 0 && to <= length;
  await start(`cut off at ${length}`, file.subarray(0, length), wholeIn(places, isWhole));
}
const cuts = did.starts;
const random = seededRandom(seed);
for (let flip = 0; flip < flips; flip += 1) {
  const bit = Math.floor(random() * used * 8);
  const at = bit >> 3;
  const flipped = Buffer.from(file);
  flipped[at] = (flipped[at] ?? 0) ^ (1 << (bit & 7));
  const isWhole = (from: number, to: number): boolean => at < from || at >= to;
  await start(`bit ${bit} flipped`, flipped, wholeIn(places, isWhole));
}

verdict.none("start-ups that failed", failed);
verdict.none("events that were whole and did not arrive", lost);
verdict.none("events that arrived altered", altered);
verdict.happened("start-ups over a cut store", cuts);
verdict.happened("start-ups over a flipped bit", did.starts - cuts);
verdict.happened("start-ups that told of the damage", did.complained);
verdict.happened("events recovered", did.recovered);
verdict.happened("events that the damage took", did.gone);
verdict.end();
rmSync(parent, { recursive: true, force: true });

function trailingZeros(bytes: Buffer): number {
  let zeros = 0;
  while (zeros < bytes.length && bytes[bytes.length - 1 - zeros] === 0) zeros += 1;
  return zeros;
}
