import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { threadId } from "node:worker_threads";

/** How often an owner shows that it is alive, in milliseconds. */
export const BEAT_MS = 5_000;

/**
 * An owner that cannot be asked is dead after this much silence: a process in another container, or
 * a thread where the system does not tell of threads. Long, because a busy thread is silent too.
 */
const SILENCE_MS = 120_000;

/** Who an owner is, in terms that another process can check. */
export interface OwnerCard {
  readonly id: string;
  readonly pid: number;
  /** 0 is the main thread. */
  readonly threadId: number;
  readonly host: string;
  /** When the process started, in the kernel's ticks since boot; where it says so (Linux). */
  readonly startedAt?: string | undefined;
  /** The thread and its own start as the kernel has them, where it says so (Linux). */
  readonly kernelThread?: KernelThread | undefined;
  /** Of the boot and the process table that `pid` belongs to; where they have names (Linux). */
  readonly bootId?: string | undefined;
  readonly pidTable?: string | undefined;
}

/** A thread in the kernel's words. */
interface KernelThread {
  readonly tid: string;
  readonly startedAt: string;
}

/** The card of this thread, under a new id. @throws what keeps this process from looking at itself */
export function newCard(): OwnerCard {
  return {
    id: randomUUID(),
    pid: process.pid,
    threadId,
    host: hostname(),
    startedAt: startOf("self"),
    kernelThread: thisThread(),
    bootId: toldBy(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    pidTable: toldBy(() => readlinkSync("/proc/self/ns/pid")),
  };
}

/** Reads a card; undefined when it is none. */
export function readCard(text: string): OwnerCard | undefined {
  const card = parse(text) as Partial<OwnerCard> | null | undefined;
  if (typeof card !== "object" || card === null) return undefined;
  const whole = typeof card.id === "string" && Number.isSafeInteger(card.pid);
  return whole ? (card as OwnerCard) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether an owner lives, as `me` can tell. `silentMs` is the time since it last showed.
 *
 * @throws what keeps this process from looking at another one: then nobody can tell.
 */
export function lives(card: OwnerCard, me: OwnerCard, silentMs: number): boolean {
  const heard = silentMs < SILENCE_MS;
  if (card.host !== me.host || card.pidTable !== me.pidTable) return heard;
  if (card.bootId !== me.bootId || !runs(card.pid)) return false;
  if (card.startedAt !== undefined) {
    if (startOf(card.pid) !== card.startedAt) return false;
    // The process is the very one. Its main thread may be silent for as long as it likes.
    if (card.threadId === 0) return true;
    const { tid, startedAt } = card.kernelThread ?? {};
    if (startedAt !== undefined) return startOf(`${card.pid}/task/${tid}`) === startedAt;
  }
  return heard;
}

/** What is read synchronously is read by this very thread (proc(5), `/proc/thread-self`). */
function thisThread(): KernelThread | undefined {
  const tid = toldBy(() => readlinkSync("/proc/thread-self"))
    ?.split("/")
    .at(-1);
  // Where others will look for it: what they cannot see must not tell them that it is dead.
  const startedAt = tid && startOf(`${process.pid}/task/${tid}`);
  return tid && startedAt ? { tid, startedAt } : undefined;
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is there all the same.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Field 22 of `/proc/PID/stat` (proc_pid_stat(5)), counted after the name, which may hold anything. */
function startOf(task: number | string): string | undefined {
  const stat = toldBy(() => readFileSync(`/proc/${task}/stat`, "utf8"));
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A zombie is dead, and only not collected yet.
  return fields?.[0] === "Z" ? undefined : fields?.[19];
}

/** Whoever is out of these has not looked. */
const OUT_OF_MEANS: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE", "ENOMEM"]);

/** What a file of the system says, where there is one and it may be read. @throws when it could not be looked at */
function toldBy(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (OUT_OF_MEANS.has((error as NodeJS.ErrnoException).code)) throw error;
    return undefined;
  }
}
