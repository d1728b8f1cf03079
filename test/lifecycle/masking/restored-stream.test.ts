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

it.each(["return", "throw"] as const)(
  "a stream that the app ends by %s gives nothing more",
  async (end) => {
    const restorer = { push: (chunk: string) => [chunk, `${chunk}${chunk}`], end: () => [] };
    const iterator = restoredStream(codec as never, codec, restorer).over(letters());
    expect((await iterator.next()).value).toBe("a");
    await iterator[end]?.("over").catch(() => undefined);
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
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
