import type * as SyncFile from "../../../src/delivery/durable-delivery/files/sync-file.ts";

type Kind = keyof typeof SyncFile;

/** What hangs, and until when. */
let hanging: readonly Kind[] = [];
let answered: Promise<Error | undefined> = Promise.resolve(undefined);

/** For `vi.mock` of `sync-file.ts`: syncs of a disk that hangs while a test says so. */
export function hangingSync(real: typeof SyncFile): typeof SyncFile {
  const sync = (kind: Kind) => async (file: Parameters<(typeof real)[Kind]>[0]) => {
    if (hanging.includes(kind)) {
      const failure = await answered;
      if (failure !== undefined) throw failure;
    }
    await real[kind](file);
  };
  return { syncFile: sync("syncFile"), syncData: sync("syncData") };
}

/**
 * Makes every sync of these kinds wait until `answer` is called, and fail if that gets an error.
 */
export function hangDisk(kinds: readonly Kind[] = ["syncData", "syncFile"]): {
  readonly answer: (failure?: Error) => void;
} {
  let answer: (failure?: Error) => void = () => undefined;
  answered = new Promise<Error | undefined>((resolve) => {
    answer = resolve;
  });
  hanging = kinds;
  return { answer };
}

/** Later syncs no longer hang. */
export function healDisk(): void {
  hanging = [];
}
