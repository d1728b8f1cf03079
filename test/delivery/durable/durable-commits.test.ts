import { describe, expect, it } from "vitest";
import {
  type Change,
  GroupCommit,
  type Written,
} from "../../../src/delivery/durable-delivery/store/group-commit.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

/** A disk in memory, whose writes and syncs the test can make fail. */
function disk({ syncs }: { readonly syncs: boolean }) {
  const time = new VirtualTime();
  const state = {
    writes: [] as string[][],
    full: false,
    syncFails: false,
    /** Syncs end when this does. */
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

/** A commit that was asked for is under way after this: written, and not on the disk. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `${i}`);

describe("commits of an outbox", () => {
  it("take along what is asked for meanwhile, one at a time on the disk", async () => {
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

  it("are one for all who ask in the same turn of the event loop, whoever calls them", async () => {
    const { commits, state } = disk({ syncs: true });
    // As answers from several sockets do: each with all that follows from it, before the next.
    const puts = ["a", "b", "c"].map((id) => nextTurn().then(() => commits.put(id, BYTES)));
    await Promise.all(puts);
    expect(state.writes).toEqual([["+a", "+b", "+c"]]);
    expect(state.syncs).toBe(1);
  });

  it("do not hold up an answer with all that is not urgent, and get to it", async () => {
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

  it("take no disk for one that hangs because the process was frozen, and sees its timers before the answer", async () => {
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

  it("come to all that is not urgent in time, some in each turn of the event loop", async () => {
    const { commits, state, time } = disk({ syncs: false });
    for (const id of ids(200)) commits.remove(id);
    await time.pass(20);
    expect(state.writes.length).toBeGreaterThan(1);
    expect(state.writes.flat()).toEqual(ids(200).map((id) => `-${id}`));
    expect(time.timers).toBe(0);
  });

  it("are all written at once when somebody asks for that, who may end the process next", () => {
    const { commits, state } = disk({ syncs: false });
    for (const id of ids(200)) commits.remove(id);
    commits.tidy();
    expect(state.writes.flat()).toEqual(ids(200).map((id) => `-${id}`));
  });

  it("bring a file that has grown to the disk, if nothing else is to be written too", async () => {
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

  it("are done at once where nobody waits for the disk, with nothing that can wait", async () => {
    const { commits, state, time } = disk({ syncs: false });
    expect(commits.put("a", BYTES)).toBeUndefined();
    commits.remove("a");
    expect(state.writes).toEqual([["+a"]]);
    expect(commits.put("b", BYTES)).toBeUndefined();
    expect(state.writes).toEqual([["+a"], ["+b"]]);
    await time.pass(20);
    expect(state.writes).toEqual([["+a"], ["+b"], ["-a"]]);
  });

  it("take removals along where a sync is saved by it", async () => {
    const { commits, state } = disk({ syncs: true });
    await commits.put("a", BYTES);
    commits.remove("a");
    await commits.put("b", BYTES);
    expect(state.writes).toEqual([["+a"], ["+b", "-a"]]);
  });

  it.each([true, false])("keep what is put again after its removal (sync: %s)", async (syncs) => {
    const { commits, state, time } = disk({ syncs });
    await commits.put("a", BYTES);
    commits.remove("a");
    await commits.put("a", BYTES);
    await time.pass(20);
    await commits.settle();
    expect(state.writes).toEqual([["+a"], ["+a"]]);
  });

  it.each([true, false])("let removals wait a moment for company (sync: %s)", async (syncs) => {
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

  it("take nothing out before it is in, however many are to be written first", async () => {
    const { commits, state } = disk({ syncs: true });
    const puts = ids(600).map((id) => commits.put(id, BYTES));
    commits.remove("599");
    await Promise.all(puts);
    await commits.settle();
    expect(state.writes.flat().filter((name) => name.endsWith("599"))).toEqual(["+599", "-599"]);
  });

  it("leave nothing behind when they are to be settled, whatever is under way", async () => {
    const { commits, state } = disk({ syncs: true });
    const put = commits.put("a", BYTES);
    await nextTurn();
    commits.remove("a");
    await commits.settle();
    await put;
    expect(state.writes).toEqual([["+a"], ["-a"]]);
  });

  it("that fail say so to everybody they were for, and the next ones are tried", async () => {
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

  it("wait for a disk that does not answer for as long as it has, once, and go on when it does", async () => {
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

  it("hold up whoever asks for no longer than a disk has for an answer, the commit before included", async () => {
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

  it("take no disk for one that hangs that answers each of them, however many are always waiting", async () => {
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
    "make room on a full disk, since what is removed is written all the same (sync: %s)",
    async (syncs) => {
      const { commits, state } = disk({ syncs });
      state.full = true;
      for (const id of ids(200)) commits.remove(id);
      await expect(async () => commits.put("new", BYTES)).rejects.toThrow("full");
      expect(state.writes.flat()).toEqual(ids(200).map((id) => `-${id}`));
    },
  );
});
