import { basename } from "node:path";
import { crc32 } from "node:zlib";
import { encodeRecord } from "../../src/delivery/durable-delivery/files/record-codec.ts";
import { readKeyring } from "../../src/delivery/durable-delivery/options.ts";
import { NO_KEYS } from "../support/outboxes/stored-outbox.ts";
import { type LeftByNewer, OutboxJudge } from "./simulated/outbox-judge.ts";
import {
  type Act,
  LAST,
  LONGEST_WAIT_MS,
  MOST_WRONG_MS,
  type Schedule,
} from "./simulated/outbox-schedule.ts";
import { OUTBOX, on, SimulatedMachine } from "./simulated/simulated-machine.ts";
import { recordOf, SimulatedApp } from "./simulated/simulated-outboxes.ts";
import { freeze } from "./simulated/simulated-process.ts";
import { SimulatedService } from "./simulated/simulated-service.ts";

const KEY = "ab".repeat(32);
const LARGE_BYTES = 700_000;
const MOST_APPS = 4;

/** Performs a schedule, and resolves to every broken promise. */
export async function perform(schedule: Schedule): Promise<readonly string[]> {
  const machine = new SimulatedMachine(schedule.paces);
  return on(machine, () => new Performance(machine, schedule).run());
}

class Performance {
  readonly #machine: SimulatedMachine;
  readonly #schedule: Schedule;
  readonly #service: SimulatedService;
  readonly #apps: SimulatedApp[] = [];
  readonly #judge: OutboxJudge;
  readonly #leftByNewer: LeftByNewer = { known: [], unknown: [] };

  constructor(machine: SimulatedMachine, schedule: Schedule) {
    this.#machine = machine;
    this.#schedule = schedule;
    this.#service = new SimulatedService(machine.time);
    this.#service.mood = schedule.isDown ? "down" : "up";
    const { fsync } = schedule;
    const keyring = schedule.isSealed ? readKeyring(KEY, {}) : NO_KEYS;
    this.#judge = new OutboxJudge({ disk: machine.disk, service: this.#service, fsync, keyring });
  }

  async run(): Promise<readonly string[]> {
    this.#start("here", "best-effort");
    for (const next of this.#schedule.acts) {
      await this.#do(next);
      for (const one of this.#apps) this.#guard(() => one.check());
    }
    await this.#bringToAnEnd();
    // Others may have what a process that only seemed dead has as well.
    const isShared = this.#apps.some(({ wasTakenOver }) => wasTakenOver);
    for (const one of this.#apps)
      this.#judge.complaints.push(
        ...one.faults.filter((fault) => !(isShared && fault.endsWith("by two at once"))),
      );
    this.#judge.lacksQuarantine = this.#apps.some(({ lacksQuarantine }) => lacksQuarantine);
    for (const one of this.#apps) {
      this.#judge.judgeBooks(one);
      for (const call of one.calls) this.#judge.judge(call);
    }
    return this.#judge.complaints;
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
        this.#app(next, true)?.kill();
        return;
      case "lose power":
        // Including those that are closing.
        for (const one of this.#apps) if (!one.isOver) one.kill();
        this.#machine.losePower(next.luck);
        this.#judge.powerLosses += 1;
        return;
      case "retry":
        this.#retry(next.isMended);
        return;
      case "leave newer":
        this.#leaveNewer();
        return;
      case "service":
        this.#service.mood = next.mood;
        this.#service.finalizeMood = next.finalizeMood;
        this.#service.retryAfterMs = next.retryAfterMs;
        return;
      case "freeze": {
        const one = this.#app(next);
        if (one !== undefined) freeze(one.process);
        return;
      }
      case "thaw":
        for (const one of this.#apps) one.process.freeze?.thaw();
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
      // The app that had it refused is done with it.
      this.#service.senders.delete(basename(path, ".record"));
    }
  }

  #leaveNewer(): void {
    const [known, unknown] = [this.#machine.newId(), this.#machine.newId()];
    const bytesOf = (id: string): Buffer => {
      const record = recordOf(id, this.#machine.wall(), 0);
      return encodeRecord({ kind: "event", id, record }, NO_KEYS);
    };
    const folder = `${OUTBOX}/owners/${this.#machine.newId()}`;
    this.#machine.disk.place(
      `${folder}/spill/1-${unknown}.records`,
      Buffer.concat([asNewer(bytesOf(unknown)), bytesOf(known)]),
    );
    this.#leftByNewer.known.push(known);
    this.#leftByNewer.unknown.push(unknown);
  }

  /** From here on nothing fails, and every app closes. */
  async #bringToAnEnd(): Promise<void> {
    const { time, disk } = this.#machine;
    disk.heal();
    this.#service.mood = "up";
    this.#service.finalizeMood = "up";
    for (const one of this.#apps) one.process.freeze?.thaw();
    // The longest wait that the service asks for, or between probes of a service that refuses.
    await time.pass(LONGEST_WAIT_MS + 10_000);
    // An owner that is silent by one clock must be so by the other too.
    this.#machine.wallErrorMs = MOST_WRONG_MS;
    await time.pass(10);
    const living = this.#living;
    const ends = living.map((one) => one.close(5_000));
    await time.pass(60_000);
    await Promise.all(ends.map((end) => time.until(end)));
    for (const one of this.#apps) this.#guard(() => one.check());
    this.#checkFiles();
    // Closed apps have ended by now, and leave what a failing disk kept them from removing.
    for (const one of this.#apps) this.#machine.end(one.process);
    const heir = this.#start("here", "best-effort");
    await time.pass(200_000);
    heir.flush(60_000);
    await time.pass(60_000);
    await time.until(heir.close(10_000));
    await time.pass(60_000);
    heir.check();
    const { pending, persisted } = heir.delivery.counters();
    if (pending + persisted > 0)
      this.#judge.complaints.push(`the heir has ${pending + persisted} left`);
    this.#checkFiles();
    for (const { process, timers } of this.#apps)
      if (!process.isDead && timers.size > 0)
        this.#judge.complaints.push(`${timers.size} timers are left`);
    this.#judge.judgeNewer(this.#leftByNewer);
    if (this.#schedule.isSealed) this.#judge.judgeSecrecy(this.#leftByNewer);
    const left = [...disk.files(`${OUTBOX}/owners`), ...disk.files(`${OUTBOX}/retry`)];
    if (left.length > 0) this.#judge.complaints.push(`left behind: ${left.join(", ")}`);
  }

  #checkFiles(): void {
    for (const { process } of this.#apps) {
      const files = this.#machine.disk.openFilesOf(process);
      if (!process.isDead && files > 0) this.#judge.complaints.push(`${files} files are open`);
    }
  }

  /** The id of an event that the service accepts, or refuses if `isBad`. */
  #newId(isBad: boolean): string {
    const id = this.#machine.newId();
    if (isBad) this.#service.refused.add(id);
    return id;
  }

  get #living(): readonly SimulatedApp[] {
    return this.#apps.filter(({ isOver, isClosing }) => !isOver && !isClosing);
  }

  #app({ app: nth }: { readonly app: number }, evenFrozen = false): SimulatedApp | undefined {
    const living = this.#living.filter(({ process }) => evenFrozen || process.freeze === undefined);
    return nth === LAST ? living.at(-1) : living[nth % Math.max(1, living.length)];
  }

  #start(host: string, onFull: "required" | "best-effort"): SimulatedApp {
    const { fsync, maxBytes, isSealed } = this.#schedule;
    const encryptionKey = isSealed ? KEY : undefined;
    const parts = { machine: this.#machine, service: this.#service };
    const options = { onFull, fsync, maxBytes, encryptionKey };
    const one = new SimulatedApp({ ...parts, host, options });
    this.#apps.push(one);
    return one;
  }

  #guard(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#judge.complaints.push((error as Error).message);
    }
  }
}

/**
 * A record as the next version of the format would write it: the first 16 bytes are the same in all
 * versions.
 */
function asNewer(record: Buffer): Buffer {
  const newer = Buffer.from(record);
  newer[4] = 2;
  newer.writeUInt32LE(crc32(newer.subarray(16), crc32(newer.subarray(0, 12))), 12);
  return newer;
}
