import type { Clock } from "../../../types.ts";
import type { Timers } from "../../timers.ts";
import type { Layout } from "../files/layout.ts";
import type { DurableSettings } from "../options.ts";
import {
  beginOwnership,
  endOwnership,
  isLost,
  type Ownership,
  syncFolders,
} from "../recovery/ownership.ts";
import type { Store } from "../store/lmdb-store.ts";
import type { Quota } from "./quota.ts";

/** What {@link openPlace} needs. */
export interface PlaceParts {
  readonly settings: DurableSettings;
  readonly layout: Layout;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly quota: Quota;
}

/** An open store and its folder. */
export interface Place {
  readonly ownership: Ownership;
  readonly store: Store;
}

/**
 * A new folder and its store, both safely on the disk, so that nothing gets into a failed one.
 *
 * @throws the error of the disk; nothing is left then.
 */
export async function openPlace(parts: PlaceParts): Promise<Place> {
  const { layout, settings, timers, clock, quota } = parts;
  let ownership: Ownership | undefined;
  let store: Store | undefined;
  try {
    const { createStore } = await import("../store/lmdb-store.ts");
    ownership = await beginOwnership(layout);
    // Otherwise other owners would use the file's size, which is larger than its records.
    await quota.begin(ownership.folder);
    const { fsync, maxBytes } = settings;
    store = await createStore({ folder: ownership.folder, fsync, maxBytes, timers, clock });
    if (fsync) await syncFolders(layout, ownership);
    // Until now it showed no sign of life.
    if (isLost(ownership)) throw new Error("another process took this one for dead");
    return { ownership, store };
  } catch (error) {
    quota.end();
    await store?.close().catch(() => undefined);
    if (ownership !== undefined) await endOwnership(ownership, true).catch(() => undefined);
    throw error;
  }
}
