import type { EventRecord } from "../../../src/delivery/delivery.ts";
import { encodeRecord } from "../../../src/delivery/durable-delivery/files/record-codec.ts";
import { NO_KEYS } from "../../support/outboxes/stored-outbox.ts";

/**
 * Where the bytes of each record are in a file, including all copies: start, and end (exclusive).
 */
export type Places = ReadonlyMap<string, readonly (readonly [number, number])[]>;

/** Searches for the records' own bytes, and knows nothing of the store's pages. */
export function placesOf(file: Buffer, live: ReadonlyMap<string, EventRecord>): Places {
  const places = new Map<string, [number, number][]>();
  for (const [id, record] of live) {
    const bytes = encodeRecord({ kind: "event", id, record }, NO_KEYS);
    const found: [number, number][] = [];
    for (let at = file.indexOf(bytes); at !== -1; at = file.indexOf(bytes, at + 1)) {
      found.push([at, at + bytes.length]);
    }
    if (found.length === 0) throw new Error("the store does not hold what was put there");
    places.set(id, found);
  }
  return places;
}

/** Ids of the records that are intact somewhere. */
export function wholeIn(
  places: Places,
  isWhole: (from: number, to: number) => boolean,
): ReadonlySet<string> {
  const ids = [...places].filter(([, all]) => all.some(([from, to]) => isWhole(from, to)));
  return new Set(ids.map(([id]) => id));
}
