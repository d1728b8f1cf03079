import { type Luck, SimulatedDisk } from "./simulated-disk.ts";
import type { Fault } from "./simulated-faults.ts";
import { newProcess, processes, type SimulatedProcess } from "./simulated-process.ts";
import { VirtualTime } from "./virtual-time.ts";

/** The directory of the simulated outbox. */
export const OUTBOX = "/outbox";

/** A simulated machine: time, clocks, a disk and processes, in this process. */
export class SimulatedMachine {
  readonly time: VirtualTime = new VirtualTime();
  readonly disk: SimulatedDisk;
  /** Error of the wall clock in milliseconds. */
  wallErrorMs = 0;
  readonly #running = new Map<number, SimulatedProcess>();
  #lastPid = 1_000;
  #boots = 1;
  #bootedAt = 0;
  #lastId = 0;

  /** `paces`: how many turns of the event loop the disk's operations take. */
  constructor(paces: readonly number[]) {
    this.disk = new SimulatedDisk({
      now: () => this.wall(),
      soon: (task) => this.time.soon(task),
      turnsOf: (nth) => paces[nth % paces.length] ?? 1,
    });
  }

  wall(): number {
    return this.time.now() + this.wallErrorMs;
  }

  /** A new process. Processes of another host see nothing of it but its files. */
  start(host: string): SimulatedProcess {
    this.#lastPid += 1;
    const process = newProcess(this.#lastPid, host);
    this.#running.set(process.pid, process);
    return process;
  }

  kill(process: SimulatedProcess): void {
    process.isDead = true;
    this.#running.delete(process.pid);
  }

  /** Ends a process that has nothing left to do. */
  end(process: SimulatedProcess): void {
    this.#running.delete(process.pid);
  }

  /** Stops everything, and starts the machine again. */
  losePower(luck: Luck): void {
    for (const process of this.#running.values()) this.kill(process);
    this.disk.heal();
    this.disk.losePower(luck);
    this.#boots += 1;
    this.#bootedAt = this.time.monotonic();
  }

  break(fault: Fault): void {
    this.disk.break(fault);
  }

  /** The contents of /proc as `node:fs` reads them (proc(5)). */
  proc(path: string): string {
    if (path.endsWith("/boot_id")) return `boot ${this.#boots}`;
    const [, pid] = /^\/proc\/(\d+|self)\/stat$/.exec(path) ?? [];
    const known = pid === "self" ? processes.getStore() : this.#running.get(Number(pid));
    if (known === undefined) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
    const untilStart = Array.from({ length: 18 }, () => "0").join(" ");
    return `${known.pid} (node) S ${untilStart} ${known.pid * 7}`;
  }

  newId(): string {
    this.#lastId += 1;
    return `00000000-0000-4000-8000-${String(this.#lastId).padStart(12, "0")}`;
  }

  /**
   * Makes this process use the machine's clocks and processes. Returns a function that restores the
   * real ones.
   */
  install(): () => void {
    const real = {
      Date: globalThis.Date,
      hrtime: process.hrtime.bigint,
      kill: process.kill,
      pid: Object.getOwnPropertyDescriptor(process, "pid"),
    };
    const wall = () => this.wall();
    globalThis.Date = class extends real.Date {
      constructor(...args: [] | [number | string]) {
        if (args.length === 0) super(wall());
        else super(...args);
      }
      static override now = wall;
    } as DateConstructor;
    process.hrtime.bigint = () => BigInt(this.time.monotonic() - this.#bootedAt) * 1_000_000n;
    process.kill = (pid) => {
      if (!this.#running.has(pid)) throw Object.assign(new Error("ESRCH"), { code: "ESRCH" });
      return true;
    };
    const { pid } = process;
    Object.defineProperty(process, "pid", {
      configurable: true,
      get: () => processes.getStore()?.pid ?? pid,
    });
    return () => {
      globalThis.Date = real.Date;
      process.hrtime.bigint = real.hrtime;
      process.kill = real.kill;
      if (real.pid !== undefined) Object.defineProperty(process, "pid", real.pid);
    };
  }
}

/** The machine that currently replaces the real one. */
const stage: { machine: SimulatedMachine | undefined } = { machine: undefined };

/** Runs `work` on the given machine. */
export async function on<T>(machine: SimulatedMachine, work: () => Promise<T>): Promise<T> {
  const restore = machine.install();
  stage.machine = machine;
  try {
    return await work();
  } finally {
    stage.machine = undefined;
    restore();
  }
}

function current(): SimulatedMachine {
  if (stage.machine === undefined) throw new Error("there is no machine");
  return stage.machine;
}

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>;

/** `node:fs/promises` of the machine. */
export function simulatedPromises(): Functions {
  const names = Object.keys(new SimulatedMachine([1]).disk.promises);
  return Object.fromEntries(
    names.map((name) => [
      name,
      (...args: never[]) => (current().disk.promises as Functions)[name]?.(...args),
    ]),
  );
}

/** `node:fs` of the machine for its own paths, and the real one for others. */
export function simulatedFs(original: object): object {
  const names = Object.keys(new SimulatedMachine([1]).disk.sync);
  const forwarded = names.map((name) => {
    const real = (original as Functions)[name];
    const forward = (...args: never[]): unknown => {
      const path: unknown = args[0];
      const isReal = typeof path === "string" && !path.startsWith(OUTBOX);
      if (typeof path === "string" && path.startsWith("/proc/")) return current().proc(path);
      return isReal ? real?.(...args) : (current().disk.sync as Functions)[name]?.(...args);
    };
    return [name, forward] as const;
  });
  const readlinkSync = () => processes.getStore()?.host;
  return { ...original, ...Object.fromEntries(forwarded), readlinkSync };
}

/** An id like that of `randomUUID`, but the same in each run. */
export const simulatedId = (): string => current().newId();

/** `open` of `lmdb`. */
export const simulatedDatabase = ({ path }: { readonly path: string }) =>
  current().disk.openDatabase(path);
