import { expect, it } from "vitest";
import { restoredStream } from "../../../src/lifecycle/masking/restored-stream.ts";
import { readBy } from "../model-calls.ts";

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
