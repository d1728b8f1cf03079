import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { threadId } from "node:worker_threads";
import { parseJson } from "../../../base/parse-json.ts";

/** How often an owner shows that it is alive, in milliseconds. */
export const BEAT_MS = 5_000;

/**
 * How long an owner must be silent to count as dead if it cannot be checked otherwise, in
 * milliseconds: a process in another container, or a thread where the system does not list threads.
 * Long, because a busy thread is silent too.
 */
export const SILENCE_MS = 120_000;

/** Identifies an owner in a way that another process can verify. */
export interface OwnerCard {
  readonly id: string;
  readonly pid: number;
  /** 0 is the main thread. */
  readonly threadId: number;
  readonly host: string;
  /** When the process started, in kernel ticks since boot, if available (Linux). */
  readonly startedAt?: string | undefined;
  /** The thread and its start time as the kernel knows them, if available (Linux). */
  readonly kernelThread?: KernelThread | undefined;
  /** The boot and the process namespace that `pid` belongs to, if available (Linux). */
  readonly bootId?: string | undefined;
  readonly pidTable?: string | undefined;
}

/** A thread as the kernel knows it. */
interface KernelThread {
  readonly tid: string;
  readonly startedAt: string;
}

/** A card for this thread, with a new id. @throws if this process cannot inspect itself */
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

/** Parses a card; undefined if it is invalid. */
export function readCard(text: string): OwnerCard | undefined {
  const card = parseJson(text) as Partial<OwnerCard> | null | undefined;
  if (typeof card !== "object" || card === null) return undefined;
  const whole = typeof card.id === "string" && Number.isSafeInteger(card.pid);
  return whole ? (card as OwnerCard) : undefined;
}

/**
 * Whether an owner is alive, as far as `me` can tell. `silentMs`: time since its last sign of life.
 *
 * @throws if this process cannot inspect the other one: then nobody can tell.
 */
export function lives(card: OwnerCard, me: OwnerCard, silentMs: number): boolean {
  const heard = silentMs < SILENCE_MS;
  if (card.host !== me.host || card.pidTable !== me.pidTable) return heard;
  if (card.bootId !== me.bootId || !runs(card.pid)) return false;
  if (card.startedAt !== undefined) {
    if (startOf(card.pid) !== card.startedAt) return false;
    // It is the same process. Its main thread may be silent for any time.
    if (card.threadId === 0) return true;
    const { tid, startedAt } = card.kernelThread ?? {};
    if (startedAt !== undefined) return startOf(`${card.pid}/task/${tid}`) === startedAt;
  }
  return heard;
}

/** A synchronous read is done by this very thread (proc(5), `/proc/thread-self`). */
function thisThread(): KernelThread | undefined {
  const tid = toldBy(() => readlinkSync("/proc/thread-self"))
    ?.split("/")
    .at(-1);
  // Read where other processes will look: if they cannot see it there, they must not conclude that
  // it is dead.
  const startedAt = tid && startOf(`${process.pid}/task/${tid}`);
  return tid && startedAt ? { tid, startedAt } : undefined;
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user exists as well.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Field 22 of `/proc/PID/stat` (proc_pid_stat(5)), counted after the name, which may contain
 * anything.
 */
function startOf(task: number | string): string | undefined {
  const stat = toldBy(() => readFileSync(`/proc/${task}/stat`, "utf8"));
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A zombie is dead, only not reaped yet.
  return fields?.[0] === "Z" ? undefined : fields?.[19];
}

/** Errors that mean that nothing was checked. */
const OUT_OF_MEANS: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE", "ENOMEM"]);

/**
 * The content of a system file, if it exists and is readable.
 *
 * @throws if it could not be checked
 */
function toldBy(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (OUT_OF_MEANS.has((error as NodeJS.ErrnoException).code)) throw error;
    return undefined;
  }
}
