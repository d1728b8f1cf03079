import fc from "fast-check";
import type { Luck } from "./simulated-disk.ts";
import type { Deed, Fault } from "./simulated-faults.ts";
import type { FinalizeMood, IngestMood } from "./simulated-service.ts";

/** What happens next. `app` is an index into the running apps, modulo their number. */
export type Act =
  | { readonly do: "start"; readonly host: string; readonly onFull: "required" | "best-effort" }
  | {
      readonly do: "begin";
      readonly app: number;
      readonly count: number;
      readonly isBad: boolean;
      /** Whether its calls get their answers at once. */
      readonly isShort: boolean;
    }
  | { readonly do: "end"; readonly app: number; readonly nth: number; readonly count: number }
  | { readonly do: "forget"; readonly app: number; readonly nth: number }
  | { readonly do: "flush"; readonly app: number; readonly deadlineMs: number }
  | { readonly do: "close"; readonly app: number; readonly deadlineMs: number }
  | { readonly do: "kill"; readonly app: number }
  | { readonly do: "lose power"; readonly luck: Luck }
  /** The quarantine is moved to retry, after the service accepts its events, or before. */
  | { readonly do: "retry"; readonly isMended: boolean }
  /** A process of a newer release has died, and left an event that only such a release can read. */
  | { readonly do: "leave newer" }
  | {
      readonly do: "service";
      readonly mood: IngestMood;
      readonly finalizeMood: FinalizeMood;
      readonly retryAfterMs: number;
    }
  /** A process stops running, or all run again. */
  | { readonly do: "freeze"; readonly app: number }
  | { readonly do: "thaw" }
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
  /** Whether a few events fill an outbox's memory. */
  readonly isHeavy: boolean;
  readonly maxBytes: number | undefined;
  /** Whether its records are encrypted. */
  readonly isSealed: boolean;
}

/** The longest wait that the service asks for, in milliseconds. */
export const LONGEST_WAIT_MS = 90_000;

/** The largest error of the wall clock, in milliseconds. */
export const MOST_WRONG_MS = 120_000_000;

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

const serves = does("service", {
  mood: fc.constantFrom<IngestMood>(
    ...(["up", "up", "down", "silent", "loses", "limits"] as const),
    ...(["suspends", "locks", "changes", "changes"] as const),
  ),
  finalizeMood: fc.constantFrom<FinalizeMood>("up", "up", "down", "silent", "loses", "changes"),
  retryAfterMs: fc.oneof(
    fc.integer({ min: 1, max: 3_000 }),
    fc.integer({ min: 1, max: LONGEST_WAIT_MS }),
  ),
});

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: does("start", {
      host: fc.constantFrom("here", "here", "elsewhere"),
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
  { weight: 4, arbitrary: serves },
  { weight: 2, arbitrary: does("freeze", { app }) },
  { weight: 2, arbitrary: does("thaw", {}) },
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

/** The app that was started last. */
export const LAST = -1;

/** How an {@link ordeal} ends. */
const HEALED = [{ do: "heal" }, { do: "turns", count: 30 }] as const;
const ENDS: readonly (readonly Act[])[] = [
  HEALED,
  [{ do: "lose power", luck: { names: false, files: 0 } }],
  [{ do: "lose power", luck: { names: true, files: 0 } }],
  [...HEALED, { do: "kill", app: LAST }],
  [...HEALED, { do: "close", app: LAST, deadlineMs: 100 }],
];

/**
 * Rare by chance: a disk that stops answering right after a process has started, and answers late.
 */
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

/**
 * A close on a disk that no longer syncs: what it has stored before stays, and calls are refused.
 */
const lastMoment: fc.Arbitrary<readonly Act[]> = fc
  .record({
    onFull: fc.constantFrom("best-effort" as const, "required" as const),
    kind: fc.oneof(slow, fc.constant("fail" as const)),
    ms: fc.nat(5_500),
    deadlineMs: fc.nat(2_000),
  })
  .map(({ onFull, kind, ms, deadlineMs }): readonly Act[] => [
    { do: "heal" },
    { do: "service", mood: "down", finalizeMood: "up", retryAfterMs: 1_000 },
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

/** An app that takes over what another one left, on a disk that fails meanwhile, and dies. */
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
    { do: "service", mood: "down", finalizeMood: "up", retryAfterMs: 1_000 },
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

/** A process that another host takes for dead while it is only frozen. */
const slumber: fc.Arbitrary<readonly Act[]> = fc
  .record({
    moods: fc.tuple(serves, serves),
    calls: fc.nat(6),
    ms: fc.constantFrom(0, 40, 100_000),
    turns: fc.nat(40),
    more: fc.nat(3),
    end: fc.constantFrom<readonly Act[]>(
      [],
      [{ do: "kill", app: LAST }],
      [{ do: "close", app: LAST, deadlineMs: 100 }],
      [{ do: "flush", app: LAST, deadlineMs: 3_000 }],
    ),
  })
  .map(({ moods: [first, second], calls, ms, turns, more, end }): readonly Act[] => [
    first,
    { do: "start", host: "elsewhere", onFull: "best-effort" },
    { do: "turns", count: 60 },
    { do: "begin", app: LAST, count: calls, isBad: false, isShort: true },
    { do: "begin", app: LAST, count: 1, isBad: false, isShort: false },
    { do: "turns", count: turns },
    { do: "pass", ms },
    { do: "freeze", app: LAST },
    second,
    { do: "pass", ms: 130_000 },
    { do: "thaw" },
    { do: "turns", count: turns % 20 },
    { do: "end", app: LAST, nth: 0, count: 1 },
    { do: "begin", app: LAST, count: more, isBad: false, isShort: true },
    ...end,
    { do: "pass", ms },
  ]);

/** Short and long schedules. */
export const schedules: fc.Arbitrary<Schedule> = fc.record({
  acts: fc
    .array(
      fc.oneof(
        { weight: 10, arbitrary: act.map((one) => [one]) },
        { weight: 2, arbitrary: ordeal },
        { weight: 1, arbitrary: fc.oneof(lastMoment, inheritance, slumber) },
      ),
      { minLength: 4, maxLength: 30, size: "max" },
    )
    .map((acts) => acts.flat()),
  paces: fc.array(fc.nat(4), { minLength: 1, maxLength: 12 }),
  fsync: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
  isDown: fc.boolean(),
  isHeavy: fc.boolean(),
  maxBytes: fc.constantFrom(undefined, undefined, undefined, 16_384, 65_536, 4_000_000),
  isSealed: fc.boolean(),
});
