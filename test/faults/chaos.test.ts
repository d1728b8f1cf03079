import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { GuardedModelClient, Lifecycle } from "../../src/index.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";
import type { Step } from "../../src/local/index.ts";
import { inTurns } from "../scripts/support/in-turns.ts";
import { failure, streamThen, wellBehaved } from "../support/models/model-answers.ts";
import type { ModelAnswer } from "../support/models/model-server.ts";
import { OPENAI_KINDS, type OpenAIKind } from "../support/models/openai-kinds.ts";
import { leaksOf, ORIGINAL } from "../support/secrets.ts";
import { openStand, type Stand } from "../support/stands/stand.ts";

const CALLS = 2_000;
/**
 * So few that none waits seconds for the others on a slow machine, which would send events again.
 */
const AT_ONCE = 8;
const RATE = 0.3;
const SEED = 20_261;

const model = "gpt-4o-mini";
const kind = OPENAI_KINDS[2] as OpenAIKind;

/** Failures that leave a client in doubt about what was stored. */
const FAULTS: readonly Step[] = [
  ...(["reset", "reset-after-store", "reset-after-store", "truncate-body", "reset-body"] as const),
  ...(["garbage", { status: 500 }, { status: 502, raw: "<html>" }, { status: 503 }] as const),
  ...([{ afterStore: true, status: 504 }, { delayMs: 30 }] as const),
];
const UNPROVEN: readonly Step[] = [
  { status: 200, body: {} },
  { status: 201, body: {} },
];

let stand: Stand;
beforeEach(async () => {
  // Dozens of requests are in flight when a rate limit arrives, and the server is as busy as the
  // client: that none is sent afterwards is tested where it can be distinguished.
  stand = await openStand({ forbidden: [ORIGINAL], inFlightMs: 60_000 }, chaoticProvider());
});
afterEach(() => stand.close());

it(`loses and doubles nothing of ${CALLS} calls while three in ten requests fail`, async () => {
  const { plane, provider } = stand;
  let limits = 0;
  const limited: () => Step = () => {
    limits += 1;
    return limits > 2 ? "reset" : { status: 429, headers: { "retry-after": "1" } };
  };
  const random = (steps: readonly (Step | (() => Step))[]) => ({
    random: { rate: RATE, seed: SEED, steps },
  });
  plane.script("guard", random([...FAULTS, ...FAULTS, ...UNPROVEN]));
  plane.script("ingest", random([...FAULTS, ...UNPROVEN, "deliver-twice", limited]));
  plane.script("finalize", random([...FAULTS, ...UNPROVEN]));

  const logged: unknown[] = [];
  const log = (...told: unknown[]): void => void logged.push(told);
  // How many succeed depends on retries, not on the speed of this machine.
  const guard = stand.guard({
    guardDeadlineMs: 60_000,
    logger: { info: log, warn: log, error: log },
  });
  const witness = new Witness(guard);
  await inTurns(CALLS, AT_ONCE, (index) => witness.call(index));
  const stats = await guard.flush({ deadlineMs: 60_000 });

  // None lost, none doubled: each call that was approved has one event, no other call has any.
  const outcomes = await witness.outcomes();
  const approved = outcomes.filter(({ outcome }) => !STOPPED.has(outcome));
  const stored = plane.stored.map((event) => [event.event_id, event.metadata?.outcome]);
  expect(Object.fromEntries(stored)).toEqual(
    Object.fromEntries(approved.map(({ id, outcome }) => [id, outcome])),
  );
  expect(stored).toHaveLength(approved.length);
  expect(new Set(outcomes.map(({ id }) => id)).size).toBe(CALLS);
  // The provider was called for these alone; a request may be lost on its way to it.
  const called = witness.executed.size + provider.requests.length;
  expect(called).toBeLessThanOrEqual(approved.length);
  expect(called).toBeGreaterThan(approved.length * 0.99);
  for (const id of witness.executed) expect(approved.some((call) => call.id === id)).toBe(true);
  for (const { text } of provider.requests) expect(text).not.toContain(ORIGINAL);
  // Nearly every call gets its retries; only answers that prove nothing stop a call at once.
  expect(approved.length).toBeGreaterThan(CALLS * 0.95);

  // The counters add up, and the faults were real.
  expect(stats).toMatchObject({ created: approved.length, pending: 0, lost: 0, rejected: 0 });
  expect(stats.delivered + stats.duplicate + stats.accepted).toBe(approved.length);
  expect(stats.dropped).toEqual({});
  expect(stats.duplicate).toBeGreaterThan(CALLS * 0.05);
  const replays = plane.ingestRequests.length - plane.stored.length;
  expect(replays).toBeGreaterThan(CALLS * 0.2);
  expect(plane.guardRequests.length).toBeGreaterThan(CALLS * 1.2);
  expect(plane.finalizeRequests.length).toBeGreaterThan(approved.length * 1.2);
  const ends = new Set(outcomes.map(({ outcome }) => outcome));
  expect([...ends]).toEqual(expect.arrayContaining(["complete", "error", "cancelled"]));

  expect(plane.breaches).toEqual([]);
  expect(leaksOf(logged, ORIGINAL, plane.apiKey)).toEqual([]);
}, 300_000);

const STOPPED = new Set(["denied", "unavailable"]);

/** Makes calls of all kinds and records how each ended for the app. */
class Witness {
  readonly executed = new Set<string>();
  readonly #guard: GuardedModelClient;
  readonly #client: ReturnType<OpenAIKind["make"]>;
  readonly #lifecycles: Lifecycle[] = [];

  constructor(guard: GuardedModelClient) {
    this.#guard = guard;
    this.#client = guardOpenAI(kind.make(stand.provider.url), guard, {
      context: () => ({ onLifecycle: this.#remember }),
    });
  }

  outcomes(): Promise<{ readonly id: string; readonly outcome: string }[]> {
    return Promise.all(
      this.#lifecycles.map(async (lifecycle) => ({
        id: lifecycle.clientEventId,
        outcome: await lifecycle.outcome,
      })),
    );
  }

  /** Makes one call. Its rejection belongs to the app; its outcome is read from the lifecycle. */
  async call(index: number): Promise<void> {
    const ways = [this.#plain, this.#streamed, this.#adapted, this.#plain, this.#adaptedStream];
    const way = ways[index % ways.length] ?? this.#plain;
    await way(index).catch(() => undefined);
  }

  readonly #remember = (lifecycle: Lifecycle): void => void this.#lifecycles.push(lifecycle);

  readonly #plain = async (index: number): Promise<void> => {
    await this.#guard.call({
      ...{ model, input: promptOf(index), onLifecycle: this.#remember },
      execute: async ({ clientEventId }) => {
        this.executed.add(clientEventId);
        if (index % 7 === 0) throw new RangeError(ORIGINAL);
        if (index % 3 === 0) await sleep(1);
        return `answer ${index}`;
      },
    });
  };

  readonly #streamed = async (index: number): Promise<void> => {
    const stream = await this.#guard.stream({
      ...{ model, input: promptOf(index), onLifecycle: this.#remember },
      execute: ({ clientEventId }) => {
        this.executed.add(clientEventId);
        return chunksOf(index);
      },
    });
    for await (const chunk of stream) {
      if (index % 11 === 0 && chunk === "two") break;
    }
  };

  readonly #adapted = async (index: number): Promise<void> => {
    await this.#client.chat.completions.create({ model, messages: messagesOf(index) });
  };

  readonly #adaptedStream = async (index: number): Promise<void> => {
    const messages = messagesOf(index);
    const stream = await this.#client.chat.completions.create({ model, messages, stream: true });
    let read = 0;
    for await (const _chunk of stream) {
      read += 1;
      if (index % 13 === 0 && read === 2) break;
    }
  };
}

function promptOf(index: number): string {
  return `Call ${index}: write to ${ORIGINAL}, please.`;
}

function messagesOf(index: number) {
  return [
    { role: "system" as const, content: "Be kind." },
    { role: "user" as const, content: promptOf(index) },
  ];
}

async function* chunksOf(index: number): AsyncGenerator<string> {
  yield "one";
  yield "two";
  if (index % 9 === 0) throw new RangeError(ORIGINAL);
  yield "three";
}

/** One answer in six fails. */
function chaoticProvider(): ModelAnswer {
  const broken = streamThen(2, (response) => void response.socket?.destroy());
  return (scene) => {
    if (scene.turn % 6 !== 0) return wellBehaved(scene);
    return scene.request.body.stream === true ? broken(scene) : failure(500)(scene);
  };
}
