import { basename } from "node:path";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import type { TelemetryEvent } from "../../src/delivery/delivery.ts";
import { encodeRecord } from "../../src/delivery/durable-delivery/record-codec.ts";
import { readRow } from "../../src/delivery/durable-delivery/salvage.ts";
import { NO_KEYS } from "../support/stored-outbox.ts";
import type { Luck } from "./simulated-disk.ts";
import type { Deed, Fault } from "./simulated-faults.ts";
import { OUTBOX, on, SimulatedMachine } from "./simulated-machine.ts";
import { type Call, recordOf, SimulatedApp } from "./simulated-outboxes.ts";
import { SimulatedService } from "./simulated-service.ts";

/** What happens next. `app` counts those that run, in a circle. */
type Act =
  | { readonly do: "start"; readonly host: string; readonly onFull: "required" | "best-effort" }
  | {
      readonly do: "begin";
      readonly app: number;
      readonly count: number;
      readonly isBad: boolean;
      /** Whether its calls have their answers at once. */
      readonly isShort: boolean;
    }
  | { readonly do: "end"; readonly app: number; readonly nth: number; readonly count: number }
  | { readonly do: "forget"; readonly app: number; readonly nth: number }
  | { readonly do: "flush"; readonly app: number; readonly deadlineMs: number }
  | { readonly do: "close"; readonly app: number; readonly deadlineMs: number }
  | { readonly do: "kill"; readonly app: number }
  | { readonly do: "lose power"; readonly luck: Luck }
  /** Somebody has what is in quarantine sent again, after the service takes it, or before that. */
  | { readonly do: "retry"; readonly isMended: boolean }
  /** A process of a newer release has died, and left an event that only such a one can read. */
  | { readonly do: "leave newer" }
  | { readonly do: "service"; readonly isDown: boolean }
  | { readonly do: "break"; readonly fault: Fault }
  | { readonly do: "heal" }
  | { readonly do: "set the clock"; readonly byMs: number }
  | { readonly do: "turns"; readonly count: number }
  | { readonly do: "pass"; readonly ms: number };

/** One simulation. */
export interface Schedule {
  readonly acts: readonly Act[];
  readonly paces: readonly number[];
  readonly fsync: boolean;
  readonly isDown: boolean;
  /** Whether a few events are all that an outbox has in its memory. */
  readonly isHeavy: boolean;
}

const MOST_WRONG_MS = 120_000_000;

const app = fc.nat(3);
const deed = fc.constantFrom<Deed>("sync", "write", "rename", "remove", "read", "open", "touch");
const fault: fc.Arbitrary<Fault> = fc.record({
  deeds: fc.oneof(
    fc.constant<Deed[]>(["sync", "write", "rename", "remove", "read", "open", "touch"]),
    fc.uniqueArray(deed, { minLength: 1, maxLength: 3 }),
  ),
  kind: fc.constantFrom("fail" as const, "late" as const, "delayed" as const, "denied" as const),
  code: fc.constantFrom("ENOSPC", "EIO", "EROFS", "EACCES", "EMFILE"),
  count: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(1_000_000)),
});

const does = <T extends Act["do"], R extends object>(
  what: T,
  rest: { [K in keyof R]: fc.Arbitrary<R[K]> },
) => fc.record({ do: fc.constant(what), ...rest }) as unknown as fc.Arbitrary<Act>;

const losesPower = does("lose power", {
  luck: fc.record({ names: fc.boolean(), files: fc.nat(2 ** 16 - 1) }),
});

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: does("start", {
      host: fc.constantFrom("here", "here", "here", "elsewhere"),
      onFull: fc.constantFrom("best-effort", "best-effort", "required"),
    }),
  },
  {
    weight: 8,
    arbitrary: does("begin", {
      app,
      count: fc.integer({ min: 1, max: 12 }),
      isBad: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
      isShort: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: does("end", { app, nth: fc.nat(5), count: fc.integer({ min: 1, max: 12 }) }),
  },
  { weight: 1, arbitrary: does("forget", { app, nth: fc.nat(5) }) },
  { weight: 1, arbitrary: does("flush", { app, deadlineMs: fc.nat(12_000) }) },
  {
    weight: 3,
    arbitrary: does("close", {
      app,
      deadlineMs: fc.oneof(fc.constant(0), fc.nat(1_000), fc.nat(12_000)),
    }),
  },
  { weight: 3, arbitrary: does("kill", { app }) },
  { weight: 1, arbitrary: losesPower },
  { weight: 1, arbitrary: does("retry", { isMended: fc.boolean() }) },
  { weight: 1, arbitrary: does("leave newer", {}) },
  { weight: 3, arbitrary: does("service", { isDown: fc.boolean() }) },
  { weight: 5, arbitrary: does("break", { fault }) },
  { weight: 3, arbitrary: does("heal", {}) },
  {
    weight: 1,
    arbitrary: does("set the clock", {
      byMs: fc.integer({ min: -MOST_WRONG_MS / 30, max: MOST_WRONG_MS / 30 }),
    }),
  },
  { weight: 6, arbitrary: does("turns", { count: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 6,
    arbitrary: does("pass", {
      ms: fc.oneof(fc.nat(50), fc.nat(6_000), fc.constant(5_000), fc.nat(200_000)),
    }),
  },
);

/** The last one that was started. */
const LAST = -1;

/** How an {@link ordeal} ends. */
const HEALED = [{ do: "heal" }, { do: "turns", count: 30 }] as const;
const ENDS: readonly (readonly Act[])[] = [
  HEALED,
  [{ do: "lose power", luck: { names: false, files: 0 } }],
  [{ do: "lose power", luck: { names: true, files: 0 } }],
  [...HEALED, { do: "kill", app: LAST }],
  [...HEALED, { do: "close", app: LAST, deadlineMs: 100 }],
];

/** What is rare by chance: a disk that ceases to answer in the first moments of a process, and answers late. */
const ordeal: fc.Arbitrary<readonly Act[]> = fc
  .record({
    deeds: fc.uniqueArray(deed, { minLength: 1, maxLength: 2 }),
    kind: fc.constantFrom("late" as const, "delayed" as const, "denied" as const),
    turns: fc.nat(60),
    calls: fc.nat(5),
    ms: fc.constantFrom(0, 50, 6_500),
    answerMs: fc.constantFrom(0, 5_500),
    deadlineMs: fc.option(fc.nat(200), { nil: undefined }),
    count: fc.constantFrom(1, 1_000_000),
    end: fc.constantFrom(...ENDS),
  })
  .map(({ deeds, kind, turns, calls, ms, answerMs, deadlineMs, count, end }): readonly Act[] => [
    { do: "start", host: "here", onFull: "best-effort" },
    { do: "turns", count: turns },
    { do: "break", fault: { deeds, kind, code: "EIO", count } },
    { do: "pass", ms },
    { do: "begin", app: LAST, count: 1, isBad: false, isShort: true },
    { do: "turns", count: 20 },
    { do: "begin", app: LAST, count: calls, isBad: false, isShort: true },
    { do: "turns", count: 20 },
    { do: "pass", ms: answerMs },
    ...(deadlineMs === undefined
      ? []
      : ([
          { do: "close", app: LAST, deadlineMs },
          { do: "pass", ms: deadlineMs + 200 },
        ] as const)),
    ...end,
  ]);

const slow = fc.constantFrom("late" as const, "delayed" as const, "denied" as const);

/** A close on a disk that has ceased to bring anything to it: what it has taken before stays, and calls are refused. */
const lastMoment: fc.Arbitrary<readonly Act[]> = fc
  .record({
    onFull: fc.constantFrom("best-effort" as const, "required" as const),
    kind: fc.oneof(slow, fc.constant("fail" as const)),
    ms: fc.nat(5_500),
    deadlineMs: fc.nat(2_000),
  })
  .map(({ onFull, kind, ms, deadlineMs }): readonly Act[] => [
    { do: "heal" },
    { do: "service", isDown: true },
    { do: "start", host: "here", onFull },
    { do: "turns", count: 60 },
    { do: "begin", app: LAST, count: 1, isBad: false, isShort: true },
    { do: "begin", app: LAST, count: 2, isBad: false, isShort: false },
    { do: "turns", count: 40 },
    { do: "break", fault: { deeds: ["sync"], kind, code: "EIO", count: 1_000_000 } },
    { do: "begin", app: LAST, count: 2, isBad: false, isShort: true },
    { do: "end", app: LAST, nth: 0, count: 1 },
    { do: "turns", count: 20 },
    { do: "pass", ms },
    { do: "close", app: LAST, deadlineMs },
    { do: "pass", ms: deadlineMs + 200 },
  ]);

/** One that takes over what another left, on a disk that fails meanwhile, and dies. */
const inheritance: fc.Arbitrary<readonly Act[]> = fc
  .record({
    end: fc.constantFrom<Act>({ do: "kill", app: LAST }, { do: "close", app: LAST, deadlineMs: 0 }),
    deeds: fc.uniqueArray(deed, { minLength: 1, maxLength: 2 }),
    kind: fc.oneof(slow, fc.constant("fail" as const)),
    count: fc.constantFrom(1, 3, 1_000_000),
    turns: fc.nat(40),
  })
  .map(({ end, deeds, kind, count, turns }): readonly Act[] => [
    { do: "heal" },
    { do: "service", isDown: true },
    { do: "start", host: "here", onFull: "best-effort" },
    { do: "turns", count: 60 },
    { do: "begin", app: LAST, count: 3, isBad: false, isShort: true },
    { do: "turns", count: 40 },
    end,
    { do: "pass", ms: 100 },
    { do: "start", host: "here", onFull: "best-effort" },
    { do: "turns", count: turns },
    { do: "break", fault: { deeds, kind, code: "EIO", count } },
    { do: "turns", count: 60 },
    { do: "heal" },
    { do: "kill", app: LAST },
  ]);

/** Schedules, short ones and long ones. */
export const schedules: fc.Arbitrary<Schedule> = fc.record({
  acts: fc
    .array(
      fc.oneof(
        { weight: 10, arbitrary: act.map((one) => [one]) },
        { weight: 2, arbitrary: ordeal },
        { weight: 1, arbitrary: fc.oneof(lastMoment, inheritance) },
      ),
      { minLength: 4, maxLength: 30, size: "max" },
    )
    .map((acts) => acts.flat()),
  paces: fc.array(fc.nat(4), { minLength: 1, maxLength: 12 }),
  fsync: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
  isDown: fc.boolean(),
  isHeavy: fc.boolean(),
});

const LARGE_BYTES = 1_500_000;
const MOST_APPS = 4;

/** Performs a schedule, and resolves to everything that was not as promised. */
export async function perform(schedule: Schedule): Promise<readonly string[]> {
  const machine = new SimulatedMachine(schedule.paces);
  return on(machine, () => new Performance(machine, schedule).run());
}

class Performance {
  readonly #machine: SimulatedMachine;
  readonly #schedule: Schedule;
  readonly #service: SimulatedService;
  readonly #apps: SimulatedApp[] = [];
  readonly #complaints: string[] = [];
  #powerLosses = 0;
  /** Of what a newer release has left: events that all releases read, and those that only it does. */
  readonly #leftByNewer: string[] = [];
  readonly #newer: string[] = [];

  constructor(machine: SimulatedMachine, schedule: Schedule) {
    this.#machine = machine;
    this.#schedule = schedule;
    this.#service = new SimulatedService(machine);
    this.#service.isDown = schedule.isDown;
  }

  async run(): Promise<readonly string[]> {
    this.#start("here", "best-effort");
    for (const next of this.#schedule.acts) {
      await this.#do(next);
      for (const one of this.#apps) this.#guard(() => one.check());
    }
    await this.#bringToAnEnd();
    for (const one of this.#apps) this.#complaints.push(...one.faults);
    for (const one of this.#apps) {
      this.#judgeBooks(one);
      for (const call of one.calls) this.#judge(call);
    }
    return this.#complaints;
  }

  async #do(next: Act): Promise<void> {
    const { time, disk } = this.#machine;
    switch (next.do) {
      case "start":
        if (this.#living.length < MOST_APPS) this.#start(next.host, next.onFull);
        return;
      case "begin":
        for (let i = 0; i < next.count; i += 1)
          this.#app(next)?.begin(this.#newId(next.isBad), {
            bytes: this.#schedule.isHeavy ? LARGE_BYTES : 0,
            isShort: next.isShort,
          });
        return;
      case "end":
        for (let i = 0; i < next.count; i += 1) this.#app(next)?.end(next.nth);
        return;
      case "forget":
        this.#app(next)?.forget(next.nth);
        return;
      case "flush":
        this.#app(next)?.flush(next.deadlineMs);
        return;
      case "close":
        void this.#app(next)?.close(next.deadlineMs);
        return;
      case "kill":
        this.#app(next)?.kill();
        return;
      case "lose power":
        // Those that close, too.
        for (const one of this.#apps) if (!one.isOver) one.kill();
        this.#machine.losePower(next.luck);
        this.#powerLosses += 1;
        return;
      case "retry":
        this.#retry(next.isMended);
        return;
      case "leave newer":
        this.#leaveNewer();
        return;
      case "service":
        this.#service.isDown = next.isDown;
        return;
      case "break":
        disk.break({ ...next.fault });
        for (const one of this.#apps) one.seeDisk();
        return;
      case "heal":
        disk.heal();
        return;
      case "set the clock":
        this.#machine.wallErrorMs += next.byMs;
        return;
      case "turns":
        for (let left = next.count; left > 0; left -= 1)
          await new Promise<void>((resolve) => setImmediate(resolve));
        return;
      case "pass":
        await time.pass(next.ms);
    }
  }

  #retry(isMended: boolean): void {
    if (isMended) this.#service.refused.clear();
    const { disk } = this.#machine;
    for (const path of disk
      .files(`${OUTBOX}/quarantine`)
      .filter((one) => one.endsWith(".record"))) {
      disk.move(path, `${OUTBOX}/retry/${basename(path)}`);
      // Who had it refused is done with it.
      this.#service.senders.delete(basename(path, ".record"));
    }
  }

  #leaveNewer(): void {
    const [known, unknown] = [this.#machine.newId(), this.#machine.newId()];
    const bytesOf = (id: string): Buffer => {
      const record = recordOf(id, this.#machine.wall(), 0);
      return encodeRecord({ kind: "event", id, record }, NO_KEYS);
    };
    const folder = `${OUTBOX}/owners/newer-${known}`;
    this.#machine.disk.place(
      `${folder}/shelf/1-${unknown}.records`,
      Buffer.concat([asNewer(bytesOf(unknown)), bytesOf(known)]),
    );
    this.#leftByNewer.push(known);
    this.#newer.push(unknown);
  }

  /** What this release can read has arrived, and what it cannot is there for another. */
  #judgeNewer(): void {
    if (this.#powerLosses > 0 && !this.#schedule.fsync) return;
    for (const id of this.#leftByNewer)
      if (!this.#service.stored.has(id)) this.#complaints.push(`${id} of a newer release is lost`);
    const { disk } = this.#machine;
    const kept = disk.files(`${OUTBOX}/damaged`).map((path) => String(disk.peek(path)));
    for (const id of this.#newer)
      if (!kept.some((text) => text.includes(id)))
        this.#complaints.push(`${id} of a newer release is not kept`);
  }

  /** All goes well from here on, and whoever is there ends. */
  async #bringToAnEnd(): Promise<void> {
    const { time, disk } = this.#machine;
    disk.heal();
    this.#service.isDown = false;
    // Who has been silent by the one clock is so by the other.
    this.#machine.wallErrorMs = MOST_WRONG_MS;
    await time.pass(10);
    const living = this.#living;
    const ends = living.map((one) => one.close(5_000));
    await time.pass(60_000);
    await Promise.all(ends.map((end) => time.until(end)));
    for (const one of this.#apps) this.#guard(() => one.check());
    this.#checkFiles();
    // Whoever has closed ends in time, and leaves what a failing disk kept it from removing.
    for (const one of this.#apps) this.#machine.end(one.process);
    const heir = this.#start("here", "best-effort");
    await time.pass(200_000);
    heir.flush(60_000);
    await time.pass(60_000);
    await time.until(heir.close(10_000));
    await time.pass(60_000);
    heir.check();
    const { pending, persisted } = heir.delivery.counters();
    if (pending + persisted > 0) this.#complaints.push(`the heir has ${pending + persisted} left`);
    this.#checkFiles();
    this.#judgeNewer();
    const left = [...disk.files(`${OUTBOX}/owners`), ...disk.files(`${OUTBOX}/retry`)];
    if (left.length > 0) this.#complaints.push(`left behind: ${left.join(", ")}`);
  }

  /** What it has found of others is theirs, and on the disk, when it has no time for it. */
  #judgeBooks({ process, calls, delivery, wasTakenOver }: SimulatedApp): void {
    if (process.isDead) return;
    const { pending } = delivery.counters();
    if (pending > 0) this.#complaints.push(`${pending} are pending when it is closed`);
    if (wasTakenOver) return;
    const own = calls.filter(({ outcome }) => outcome?.status === "dropped").length;
    const dropped = Object.values(delivery.counters().dropped).reduce((sum, n) => sum + n, 0);
    if (dropped > own)
      this.#complaints.push(`${dropped} are dropped, of which ${own} were its own`);
  }

  /** What the service has refused. */
  #inQuarantine(id: string): TelemetryEvent | undefined {
    const file = this.#machine.disk.peek(`${OUTBOX}/quarantine/${id}.record`);
    if (file === undefined) return undefined;
    const { reading } = readRow(file.subarray(file.indexOf("\n") + 1), NO_KEYS).found[0] ?? {};
    return reading?.state === "read" && reading.kind === "event" ? reading.record.event : undefined;
  }

  #checkFiles(): void {
    for (const { process } of this.#apps) {
      const files = this.#machine.disk.openFilesOf(process);
      if (!process.isDead && files > 0) this.#complaints.push(`${files} files are open`);
    }
  }

  #judge(call: Call): void {
    const id = call.record.event.event_id;
    const stored = this.#service.stored.get(id) ?? this.#inQuarantine(id);
    const { app: owner, outcome } = call;
    const isKilled = owner.process.isDead;
    const complain = (what: string) => this.#complaints.push(`${id} ${what}`);
    const forgiven = call.isInMemory || (this.#powerLosses > 0 && !this.#schedule.fsync);
    if (call.isForgotten) {
      // What cannot be taken out of the store is noted beside it, where the disk takes that.
      const isExcused = owner.wasTroubled && (this.#powerLosses > 0 || !owner.couldTidyUp);
      if (!isKilled && !isExcused && stored !== undefined) complain("was forgotten, and reported");
      return;
    }
    if (!call.isSubmitted) {
      if (call.isNoted && isKilled && !forgiven && stored === undefined)
        complain("was under way, and is not reported");
      return;
    }
    if (!isKilled && outcome === undefined) complain("has no outcome");
    switch (outcome?.status) {
      case undefined:
        if (call.isAcknowledged && !forgiven && stored === undefined)
          complain("was acknowledged, and is lost");
        break;
      case "rejected":
        if (!this.#service.everRefused.has(id)) complain("is rejected");
        if (stored === undefined && !forgiven && !owner.wasTroubled)
          complain("is in no quarantine");
        break;
      case "delivered":
      case "duplicate":
        if (stored === undefined) complain("is called delivered");
        break;
      case "persisted":
        if (stored === undefined && (this.#powerLosses === 0 || this.#schedule.fsync))
          complain("is called persisted, and is lost");
        break;
      default:
        if (call.isNotedForSure && outcome?.reason === "closed" && this.#powerLosses === 0) {
          if (stored === undefined && !owner.wasTakenOver) complain("was noted, and left nothing");
        }
        if (!owner.wasTroubled && !owner.wasTakenOver && !call.wasAfterClose && !call.isInMemory)
          complain(`is ${outcome?.status} for ${outcome?.reason}`);
    }
    const isComplete = stored?.metadata?.outcome === "complete";
    if (
      stored !== undefined &&
      call.isAcknowledged &&
      !forgiven &&
      !isComplete &&
      !owner.wasTakenOver
    )
      complain("is complete, and reported as interrupted");
  }

  /** Of an event that the service takes, or does not. */
  #newId(isBad: boolean): string {
    const id = this.#machine.newId();
    if (isBad) this.#service.refused.add(id);
    return id;
  }

  get #living(): readonly SimulatedApp[] {
    return this.#apps.filter(({ isOver, isClosing }) => !isOver && !isClosing);
  }

  #app({ app: nth }: { readonly app: number }): SimulatedApp | undefined {
    const living = this.#living;
    return nth === LAST ? living.at(-1) : living[nth % Math.max(1, living.length)];
  }

  #start(host: string, onFull: "required" | "best-effort"): SimulatedApp {
    const { fsync } = this.#schedule;
    const parts = { machine: this.#machine, service: this.#service, host, onFull, fsync };
    const one = new SimulatedApp(parts);
    this.#apps.push(one);
    return one;
  }

  #guard(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#complaints.push((error as Error).message);
    }
  }
}

/** A record as the next version of the format would have it: the first 16 bytes are the same in all. */
function asNewer(record: Buffer): Buffer {
  const newer = Buffer.from(record);
  newer[4] = 2;
  newer.writeUInt32LE(crc32(newer.subarray(16), crc32(newer.subarray(0, 12))), 12);
  return newer;
}
