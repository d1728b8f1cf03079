import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GuardedModelClient } from "../../../src/index.ts";
import { observed } from "../../../src/testing/observed-value.ts";
import { DROP_IN_KINDS, type DropInClient } from "../../support/clients/drop-in-kinds.ts";
import {
  answering,
  type RandomAnswer,
  randomAnswers,
} from "../../support/models/random-answers.ts";
import { useStand } from "../../support/stands/stand.ts";

/** For a longer search: `FIDELITY_RUNS=1000 PROPERTY_SEED=random`. */
const numRuns = Number(process.env.FIDELITY_RUNS ?? 30);
const TIMEOUT_MS = 60_000 + numRuns * 1_000;

/** How the app reads a stream: `after` so many chunks, it does something else than reading on. */
const readings = fc.record({
  how: fc.constantFrom("to its end", "twice", "break", "throw", "abort", "ahead"),
  after: fc.integer({ min: 1, max: 4 }),
});

interface Reading {
  readonly how: string;
  readonly after: number;
}

/** Calls the provider, and returns everything the app sees, in order. */
async function play(client: DropInClient, isStream: boolean, reading: Reading): Promise<unknown[]> {
  const seen: unknown[] = [];
  const controller = new AbortController();
  try {
    if (!isStream) return [observed(await client.ask("Hello", controller.signal))];
    const stream = await client.stream("Hello", controller.signal);
    seen.push(Object.keys(stream));
    for await (const each of read(stream, reading, controller)) seen.push(observed(each));
    seen.push("ended");
  } catch (error) {
    seen.push(shown(error));
  }
  return seen;
}

async function* read(
  stream: AsyncIterable<unknown>,
  { how, after }: Reading,
  controller: AbortController,
): AsyncIterable<unknown> {
  const iterator = stream[Symbol.asyncIterator]();
  if (how === "ahead") yield* await Promise.all([1, 2, 3].map(() => iterator.next()));
  let count = 0;
  for await (const chunk of { [Symbol.asyncIterator]: () => iterator }) {
    yield chunk;
    count += 1;
    if (count !== after) continue;
    if (how === "abort") controller.abort();
    if (how === "break") break;
    if (how === "throw") throw new RangeError("The app's own.");
  }
  if (how === "twice") yield* stream;
}

/** An abort that is noticed while the guard is asked has its reason as cause. */
function shown(error: unknown): unknown {
  const { name, message, constructor: kind } = error as Error;
  const isAbort = name === "AbortError" || kind.name === "APIUserAbortError";
  return isAbort ? { name, message } : { error: observed(error), text: String(error) };
}

describe.each(DROP_IN_KINDS)("a guarded $name client and a bare one", (kind) => {
  const stand = useStand({ policy: () => ({ allowed: true }) });

  const use = async (answer: RandomAnswer, reading: Reading, guard?: GuardedModelClient) => {
    const { provider } = stand;
    provider.forget();
    provider.answerWith(answering(kind.name, answer));
    const client = kind.open(provider.url);
    const seen = await play(guard ? client.guard(guard) : client, answer.isStream, reading);
    const sent = provider.requests.map(({ path, headers, text }) => [path, headers, text]);
    return { seen, sent };
  };

  const same = fc.asyncProperty(randomAnswers, readings, async (answer, reading) => {
    await stand.clear();
    const bare = await use(answer, reading);
    const guard = stand.guard();
    const guarded = await use(answer, reading, guard);
    // Vitest's own comparison takes most of the time.
    if (!isDeepStrictEqual(guarded, bare)) expect(guarded).toEqual(bare);
    await guard.flush();
    const [{ body } = {}] = stand.plane.guardRequests;
    expect(stand.plane.stored.map((event) => event.event_id)).toEqual([body?.client_event_id]);
  });

  it(
    "show an app the same and send the same, whatever the provider answers",
    () => fc.assert(same, { numRuns }),
    TIMEOUT_MS,
  );
});
