import { expect, it } from "vitest";
import { restoredStream } from "../../../src/lifecycle/masking/restored-stream.ts";

/** Holds back every second chunk until the next one. */
function holdingRestorer() {
  let held = "";
  return {
    push(chunk: string): string[] {
      if (held === "") {
        held = chunk;
        return [];
      }
      const both = held + chunk;
      held = "";
      return [both];
    },
    end: () => (held === "" ? [] : [held]),
  };
}

async function* letters(failure?: Error) {
  yield* "abcdef";
  if (failure !== undefined) throw failure;
}

const codec = { collectAnswer: () => ({ push: () => undefined, answer: () => ({ output: "" }) }) };

function restored(source: AsyncIterator<string>) {
  return restoredStream(codec as never, codec, holdingRestorer()).over(source);
}

/** What an iterator returns if the app always keeps `many` reads going, in the order of the reads. */
async function readBy(many: number, iterator: AsyncIterator<unknown>): Promise<unknown[]> {
  const reads = Array.from({ length: many }, () => iterator.next());
  const got: unknown[] = [];
  for (const read of reads) {
    const { done, value } = await read;
    if (done) continue;
    got.push(value);
    reads.push(iterator.next());
  }
  return got;
}

it.each([1, 2, 3, 5])(
  "chunks that are held back keep their order with %d reads going",
  async (many) => {
    expect(await readBy(many, restored(letters()))).toEqual(["ab", "cd", "ef"]);
  },
);

it("a stream that fails gives what was held back, then its error, then nothing", async () => {
  const failure = new Error("broken");
  const iterator = restored(letters(failure));
  const reads = Array.from({ length: 6 }, () => iterator.next());
  const got = await Promise.allSettled(reads);
  expect(got.map((one) => (one.status === "rejected" ? one.reason : one.value.value))).toEqual([
    "ab",
    "cd",
    "ef",
    failure,
    undefined,
    undefined,
  ]);
});
