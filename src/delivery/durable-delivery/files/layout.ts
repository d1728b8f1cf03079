import { join } from "node:path";

/** The paths in an outbox's directory. */
export interface Layout {
  readonly directory: string;
  /** One folder for each running or dead process (or thread). */
  readonly owners: string;
  /** Rejected events and undecryptable records, one file each. */
  readonly quarantine: string;
  /** Records that somebody moved out of the quarantine to be sent again. */
  readonly retry: string;
  /** Damaged stores, as they were found. */
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

/** Everything that may be in an outbox's directory. */
export const KNOWN_ENTRIES: ReadonlySet<string> = new Set([
  "owners",
  "quarantine",
  "retry",
  "damaged",
]);

/** Mode of folders: for the owner only. */
export const FOLDER_MODE = 0o700;

/** Mode of files. */
export const FILE_MODE = 0o600;

/** The store in an owner's folder. */
export const STORE_FILE = "data.mdb";

/** Event ids that were to be removed from the store but could not be. */
export const REMOVED_FILE = "removed";

/** Events that could not be written to the store before the owner closed. */
export const LEFT_FILE = "left";

/** Identifies the owner of a folder; deleted when the folder is given up. */
export const CARD_FILE = "owner.json";

/** When the owner last showed a sign of life, by a clock that nobody can set. */
export const BEAT_FILE = "beat";

/** The size of an owner's records in bytes, for the others that share `maxBytes` with it. */
export const USAGE_FILE = "usage";

/** Events in an owner's folder that are neither in its store nor in its memory. */
export const SPILL_FOLDER = "spill";

/** Folders taken over from dead owners, until their records belong to this one. */
export const TAKEN_FOLDER = "taken";

/** Everything that an owner's folder may contain. */
export const OWN_ENTRIES: ReadonlySet<string> = new Set([
  ...[STORE_FILE, `${STORE_FILE}-lock`, REMOVED_FILE, LEFT_FILE, CARD_FILE, BEAT_FILE],
  ...[USAGE_FILE, SPILL_FOLDER, TAKEN_FOLDER],
]);
