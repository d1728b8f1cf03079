import { describe, expect, it } from "vitest";
import {
  type Change,
  GroupCommit,
  type Written,
} from "../../../src/delivery/durable-delivery/store/group-commit.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

/** A disk in memory, whose writes and syncs a test can make fail. */
function disk({ syncs }: { readonly syncs: boolean }) {
  const time = new VirtualTime();
  const state = {
    writes: [] as string[][],
    full: false,
    syncFails: false,
    /** Syncs end when this promise does. */
    syncHangs: undefined as Promise<void> | undefined,
    syncing: 0,
    most: 0,
    syncs: 0,
  };
  const nameOf = (change: Change): string =>
    "put" in change ? `+${change.put}` : `-${change.remove}`;
  const commits = new GroupCommit({
    write(changes) {
      if (state.full && changes.some((change) => "put" in change)) throw new Error("full");
      state.writes.push(changes.map(nameOf));
    },
    sync: syncs
      ? async () => {
          state.syncs += 1;
          state.syncing += 1;
          state.most = Math.max(state.most, state.syncing);
          await new Promise((resolve) => setImmediate(resolve));
          await state.syncHangs;
          state.syncing -= 1;
          if (state.syncFails) throw new Error("no sync");
        }
      : undefined,
    soon: (task) => time.soon(task),
    later: (task, delayMs) => time.schedule(task, delayMs),
    now: () => time.monotonic(),
  });
  return { commits, state, time };
}

const BYTES = Buffer.from("bytes");

/** A requested commit has started after this: written, but not synced to the disk. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `${i}`);

describe("commits of an outbox", () => {
  it("are given up in the order in which they were requested", async () => {
    const { commits, state } = disk({ syncs: true });
    state.syncHangs = new Promise(() => undefined);
    const told: string[] = [];
    const tell = (what: string) => () => void told.push(what);
    void commits.put("call", BYTES)?.then(tell("call"), tell("call"));
    await nextTurn();
    void commits.put("event", BYTES)?.then(tell("event"), tell("event"));
    commits.giveUp();
    await nextTurn();
    expect(told).toEqual(["call", "event"]);
  });

  it("include all that was requested during the previous one, one at a time", async () => {
    const { commits, state } = disk({ syncs: true });
    const first = ["a", "b"].map((id) => commits.put(id, BYTES));
    await nextTurn();
    const second = ["c", "d", "e"].map((id) => commits.put(id, BYTES));
    await Promise.all([...first, ...second]);
    expect(state.writes).toEqual([
      ["+a", "+b"],
      ["+c", "+d", "+e"],
    ]);
    expect(state.most).toBe(1);
  });

  it("combine all requests of one turn of the event loop", async () => {
    const { commits, state } = disk({ syncs: true });
    // Like answers on several sockets: each with everything that follows from it, before the next.
    const puts = ["a", "b", "c"].map((id) => nextTurn().then(() => commits.put(id, BYTES)));
    await Promise.all(puts);
    expect(state.writes).toEqual([["+a", "+b", "+c"]]);
    expect(state.syncs).toBe(1);
  });

  it("write urgent changes before most of the others, and the rest later", async () => {
    const { commits, state } = disk({ syncs: true });
    for (const id of ids(200)) commits.remove(id);
    await commits.put("a", BYTES);
    expect(state.writes[0]).toContain("+a");
    expect(state.writes[0]?.length).toBeLessThan(100);
    await commits.settle();
    expect(new Set(state.writes.flat())).toEqual(
      new Set(["+a", ...ids(200).map((id) => `-${id}`)]),
    );
  });

  it("do not mistake a frozen process for a hung disk", async () => {
    const { commits, state, time } = disk({ syncs: true });
    let answer = (): void => undefined;
    state.syncHangs = new Promise((resolve) => {
      answer = resolve;
    });
    const under = commits.put("a", BYTES);
    await nextTurn();
    const waiting = commits.put("b", BYTES);
    time.freeze(6_000);
    await time.pass(0);
    answer();
    expect(await under).toEqual({ unsynced: undefined });
    await time.pass(0);
    expect(await waiting).toEqual({ unsynced: undefined });
    expect(time.timers).toBe(0);
  });

  it("write changes that are not urgent later, some in each turn of the event loop", async () => {
    const { commits, state, time } = disk({ syncs: false });
    for (const id of ids(200)) commits.remove(id);
    await time.pass(20);
    expect(state.writes.length).toBeGreaterThan(1);
    expect(state.writes.flat()).toEqual(ids(200).map((id) => `-${id}`));
    expect(time.timers).toBe(0);
  });

  it("are all written at once by tidy(), since the process may end next", () => {
    const { commits, state } = disk({ syncs: false });
    for (const id of ids(200)) commits.remove(id);
    commits.tidy();
    expect(state.writes.flat()).toEqual(ids(200).map((id) => `-${id}`));
  });

  it("are written by tidy() before the event loop turns if syncs follow, for the same reason", async () => {
    const { commits, state } = disk({ syncs: true });
    for (const id of ids(50)) commits.remove(id);
    commits.tidy();
    await Promise.resolve();
    expect(state.writes.flat()).toEqual(ids(50).map((id) => `-${id}`));
    await commits.settle();
  });

  it("sync a file that has grown, even if there is nothing else to write", async () => {
    const { commits, state } = disk({ syncs: true });
    commits.syncSoon();
    await commits.settle();
    expect(state).toMatchObject({ writes: [], syncs: 1 });
    const put = commits.put("a", BYTES);
    await nextTurn();
    commits.syncSoon();
    await put;
    await commits.settle();
    expect(state).toMatchObject({ writes: [["+a"]], syncs: 3, most: 1 });
  });

  it("are written at once without sync, except for what can wait", async () => {
    const { commits, state, time } = disk({ syncs: false });
    expect(commits.put("a", BYTES)).toBeUndefined();
    commits.remove("a");
    expect(state.writes).toEqual([["+a"]]);
    expect(commits.put("b", BYTES)).toBeUndefined();
    expect(state.writes).toEqual([["+a"], ["+b"]]);
    await time.pass(20);
    expect(state.writes).toEqual([["+a"], ["+b"], ["-a"]]);
  });

  it("include removals if that saves a sync", async () => {
    const { commits, state } = disk({ syncs: true });
    await commits.put("a", BYTES);
    commits.remove("a");
    await commits.put("b", BYTES);
    expect(state.writes).toEqual([["+a"], ["+b", "-a"]]);
  });

  it.each([true, false])(
    "keep a record that is put again after its removal (sync: %s)",
    async (syncs) => {
      const { commits, state, time } = disk({ syncs });
      await commits.put("a", BYTES);
      commits.remove("a");
      await commits.put("a", BYTES);
      await time.pass(20);
      await commits.settle();
      expect(state.writes).toEqual([["+a"], ["+a"]]);
    },
  );

  it.each([true, false])("delay removals shortly to combine them (sync: %s)", async (syncs) => {
    const { commits, state, time } = disk({ syncs });
    commits.putLater("a", BYTES);
    commits.remove("a");
    commits.remove("b");
    expect(state.writes).toEqual([]);
    await time.pass(20);
    await commits.settle();
    expect(state.writes).toEqual([["-a", "-b"]]);
    expect(time.timers).toBe(0);
  });

  it("remove nothing before it was written, however much is written first", async () => {
    const { commits, state } = disk({ syncs: true });
    const puts = ids(600).map((id) => commits.put(id, BYTES));
    commits.remove("599");
    await Promise.all(puts);
    await commits.settle();
    expect(state.writes.flat().filter((name) => name.endsWith("599"))).toEqual(["+599", "-599"]);
  });

  it("write everything that is pending when they are settled", async () => {
    const { commits, state } = disk({ syncs: true });
    const put = commits.put("a", BYTES);
    await nextTurn();
    commits.remove("a");
    await commits.settle();
    await put;
    expect(state.writes).toEqual([["+a"], ["-a"]]);
  });

  it("report a failure to all their requests, and the next ones are tried", async () => {
    const { commits, state } = disk({ syncs: true });
    state.full = true;
    const results = await Promise.allSettled(["a", "b"].map((id) => commits.put(id, BYTES)));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(commits.put("c", BYTES)).rejects.toThrow("full");
    state.full = false;
    state.syncFails = true;
    expect(await commits.put("d", BYTES)).toEqual({ unsynced: new Error("no sync") });
    state.syncFails = false;
    await commits.put("e", BYTES);
    expect(state.writes).toEqual([["+d"], ["+e"]]);
  });

  it("time out on a hung disk after five seconds, and continue when it answers", async () => {
    const { commits, state, time } = disk({ syncs: true });
    let answer = (): void => undefined;
    state.syncHangs = new Promise((resolve) => {
      answer = resolve;
    });
    const first = commits.put("a", BYTES);
    await nextTurn();
    const second = commits.put("b", BYTES);
    const refused = expect(second).rejects.toThrow("does not answer");
    await time.pass(5_000);
    expect(await first, "it is in the file").toEqual({
      unsynced: new Error("the disk does not answer"),
    });
    await refused;
    expect(() => commits.put("c", BYTES)).toThrow("does not answer");
    commits.remove("a");
    await time.pass(60_000);
    await commits.settle();
    expect(state).toMatchObject({ writes: [["+a"]], syncs: 1 });

    answer();
    await nextTurn();
    await commits.settle();
    expect(await commits.put("d", BYTES)).toEqual({ unsynced: undefined });
    expect(state.writes.flat()).toEqual(["+a", "-a", "+d"]);
    expect(state.most).toBe(1);
    expect(time.timers).toBe(0);
  });

  it("delay a request for at most five seconds, including the previous commit", async () => {
    const { commits, state, time } = disk({ syncs: true });
    let answerFirst = (): void => undefined;
    state.syncHangs = new Promise((resolve) => {
      answerFirst = resolve;
    });
    const first = commits.put("a", BYTES);
    await nextTurn();
    await time.pass(1_000);
    const second = commits.put("b", BYTES);
    await time.pass(3_000);
    let answerSecond = (): void => undefined;
    state.syncHangs = new Promise((resolve) => {
      answerSecond = resolve;
    });
    answerFirst();
    expect(await first).toEqual({ unsynced: undefined });
    let told: unknown;
    void second?.then((written) => {
      told = written;
    });
    await time.pass(1_999);
    expect({ told, writes: state.writes }).toEqual({ told: undefined, writes: [["+a"], ["+b"]] });
    const turnedAway = expect(commits.put("c", BYTES)).rejects.toThrow("does not answer");
    await time.pass(1);
    expect(told).toEqual({ unsynced: new Error("the disk does not answer") });
    await turnedAway;
    await time.pass(60_000);
    answerSecond();
    await nextTurn();
    let answerThird = (): void => undefined;
    state.syncHangs = new Promise((resolve) => {
      answerThird = resolve;
    });
    const third = commits.put("d", BYTES);
    await time.pass(4_999);
    answerThird();
    expect(await third, "who was turned away before does not count").toEqual({
      unsynced: undefined,
    });
    expect(time.timers).toBe(0);
  });

  it("count the previous one in these five seconds, too, for requests that did not fit into it", async () => {
    const { commits, state, time } = disk({ syncs: true });
    let answer = (): void => undefined;
    state.syncHangs = new Promise((resolve) => {
      answer = resolve;
    });
    const puts = ids(513).map((id) => commits.put(id, BYTES));
    await nextTurn();
    await time.pass(3_000);
    state.syncHangs = new Promise(() => undefined);
    answer();
    expect(await puts[0]).toEqual({ unsynced: undefined });
    let told: unknown;
    void puts[512]?.then((written) => {
      told = written;
    });
    await time.pass(1_999);
    expect({ told, commits: state.writes.length }).toEqual({ told: undefined, commits: 2 });
    await time.pass(1);
    expect(told).toEqual({ unsynced: new Error("the disk does not answer") });
  });

  it("do not mistake a slow disk under constant load for a hung one", async () => {
    const { commits, state, time } = disk({ syncs: true });
    const told: (Promise<Written> | undefined)[] = [];
    const ask = (count: number) => {
      for (const id of ids(count)) told.push(commits.put(id, BYTES));
    };
    ask(1_200);
    for (let second = 0; second < 12; second += 1) {
      let answer = (): void => undefined;
      state.syncHangs = new Promise((resolve) => {
        answer = resolve;
      });
      await nextTurn();
      await time.pass(500);
      ask(512);
      await time.pass(500);
      answer();
      await nextTurn();
    }
    state.syncHangs = undefined;
    const written = await Promise.all(told);
    expect(written.filter((one) => one?.unsynced !== undefined)).toEqual([]);
  });

  it.each([true, false])(
    "free space on a full disk, since removals are still written (sync: %s)",
    async (syncs) => {
      const { commits, state } = disk({ syncs });
      state.full = true;
      for (const id of ids(200)) commits.remove(id);
      await expect(async () => commits.put("new", BYTES)).rejects.toThrow("full");
      expect(state.writes.flat()).toEqual(ids(200).map((id) => `-${id}`));
    },
  );
});
