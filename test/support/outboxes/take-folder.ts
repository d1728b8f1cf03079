import { mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CARD_FILE, layoutOf } from "../../../src/delivery/durable-delivery/files/layout.ts";
import { newCard } from "../../../src/delivery/durable-delivery/files/owner-card.ts";

/** The owner that {@link takeFolder} makes. */
const TAKER = "other";

/** The folders of all owners but that one. */
export function foldersIn(directory: string): string[] {
  return readdirSync(layoutOf(directory).owners).filter((name) => name !== TAKER);
}

/**
 * Another, live process takes over the folder of the only owner, as it takes that of one that is
 * frozen.
 */
export function takeFolder(directory: string): void {
  const { owners } = layoutOf(directory);
  const taker = join(owners, TAKER);
  const [name = ""] = foldersIn(directory);
  mkdirSync(join(taker, "taken"), { recursive: true, mode: 0o700 });
  writeFileSync(join(taker, CARD_FILE), JSON.stringify({ ...newCard(), id: TAKER }));
  renameSync(join(owners, name), join(taker, "taken", name));
}
