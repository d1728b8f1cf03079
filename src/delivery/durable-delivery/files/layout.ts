import { join } from "node:path";

/** Where things lie in an outbox's directory. */
export interface Layout {
  readonly directory: string;
  /** One folder for each process (or thread) at work, and for each that died. */
  readonly owners: string;
  /** Events the service will not take, and what cannot be opened, a file each. */
  readonly quarantine: string;
  /** What somebody moved out of the quarantine to have it sent again. */
  readonly retry: string;
  /** Stores that could not be read whole, as they were found. */
  readonly damaged: string;
}

/** The folders of the outbox in `directory`. */
export function layoutOf(directory: string): Layout {
  return {
    directory,
    owners: join(directory, "owners"),
    quarantine: join(directory, "quarantine"),
    retry: join(directory, "retry"),
    damaged: join(directory, "damaged"),
  };
}

/** Everything that may lie in an outbox's directory. */
export const KNOWN_ENTRIES: ReadonlySet<string> = new Set([
  "owners",
  "quarantine",
  "retry",
  "damaged",
]);

/** For folders: nobody else's business. */
export const FOLDER_MODE = 0o700;

/** For files. */
export const FILE_MODE = 0o600;

/** The store in an owner's folder. */
export const STORE_FILE = "data.mdb";

/** What is removed from the store and could not be taken out of it any more: event ids. */
export const REMOVED_FILE = "removed";

/** Events that the disk had not taken into the store when the owner closed. */
export const LEFT_FILE = "left";

/** Who an owner's folder belongs to; gone once it was given up. */
export const CARD_FILE = "owner.json";

/** When an owner has last shown that it lives, by the clock that nobody sets. */
export const BEAT_FILE = "beat";

/** How many bytes of records an owner keeps, for the others that share `maxBytes` with it. */
export const USAGE_FILE = "usage";

/** Events in an owner's folder that wait outside of its store, and outside of its memory. */
export const SPILL_FOLDER = "spill";

/** Folders of dead owners that this one has taken, until their records are its own. */
export const TAKEN_FOLDER = "taken";
