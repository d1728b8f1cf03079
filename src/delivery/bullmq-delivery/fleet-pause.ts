import { randomUUID } from "node:crypto";
import { REFUSED_PROBE_MS, SUSPENDED_AFTER_EVENTS } from "../sending/ingest-gate.ts";
import { withinDeadline } from "../within-deadline.ts";
import type { QueueAddress, RedisQueue } from "./redis-queue.ts";

/** Why the whole fleet is refused. */
export type RefusedBy = "suspended" | "unauthorized";

/** What a worker is told before it sends. */
export type Leave = { readonly kind: "go"; readonly cause: "open" | "probe" | "unsettled" } | Wait;

/** The fleet is paused. */
export interface Wait {
  readonly kind: "wait";
  readonly pause: RefusedBy;
  readonly forMs: number;
}

/** The effect of a refusal. */
export interface Refusal {
  /** Milliseconds for which the fleet is paused; 0 if it is not. */
  readonly forMs: number;
  /** Set if the fleet was paused before: the refusal then says nothing about the event. */
  readonly before: Wait | undefined;
}

/** How long a worker waits for Redis before it decides by itself, in milliseconds. */
const ASK_MS = 250;

/**
 * Minimum interval of early probes, in milliseconds: for callers that wait, and for a worker that
 * may have a different key.
 */
const LEAST_PROBE_MS = 1_000;

/** State that has not changed for this long expires, in milliseconds. */
const FORGOTTEN_MS = 3_600_000;

/**
 * Reads and changes the fleet's state atomically, by the clock of Redis. `KEYS[1]`: the pause.
 * `KEYS[2]`: the consecutive forbidden events.
 */
const SCRIPT = `
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local op, who = ARGV[1], ARGV[2]
local pause = redis.call("HGET", KEYS[1], "pause")
local function refuse(kind, probeMs)
  redis.call("HSET", KEYS[1], "pause", kind, "by", who, "asked", now, "probe", now + probeMs)
  redis.call("PEXPIRE", KEYS[1], ${FORGOTTEN_MS})
  redis.call("DEL", KEYS[2])
  return { "", probeMs }
end
if op == "ask" then
  if not pause then return { "", redis.call("HLEN", KEYS[2]) } end
  local asked = tonumber(redis.call("HGET", KEYS[1], "asked"))
  local probe = tonumber(redis.call("HGET", KEYS[1], "probe"))
  -- Whoever has a reason to ask early is heard a second after the last one.
  if ARGV[3] == "1" then probe = math.min(probe, asked + ${LEAST_PROBE_MS}) end
  if now >= probe then
    redis.call("HSET", KEYS[1], "asked", now, "probe", now + ${REFUSED_PROBE_MS})
    return { pause, -1 }
  end
  return { pause, probe - now }
end
if op == "forbidden" then
  if pause then return { pause, ${REFUSED_PROBE_MS} } end
  redis.call("HSET", KEYS[2], ARGV[3], 1)
  redis.call("PEXPIRE", KEYS[2], ${FORGOTTEN_MS})
  if redis.call("HLEN", KEYS[2]) >= ${SUSPENDED_AFTER_EVENTS} then
    return refuse("suspended", ${REFUSED_PROBE_MS})
  end
end
if op == "unauthorized" then
  -- One worker's key may be wrong alone: another one asks before everybody waits for long.
  local alone = not pause or redis.call("HGET", KEYS[1], "by") == who
  return refuse("unauthorized", alone and ${LEAST_PROBE_MS} or ${REFUSED_PROBE_MS})
end
if op == "clear" then redis.call("DEL", KEYS[1], KEYS[2]) end
return { "", 0 }`;

const COMMAND = "guardedModelClientPause";

/**
 * Shares the kill switch and a refused key with the whole fleet as soon as one worker encounters
 * them.
 */
export class FleetPause {
  readonly #redis: RedisQueue;
  readonly #keys: readonly [pause: string, forbidden: string];
  readonly #who = randomUUID();

  constructor(redis: RedisQueue, { prefix, queueName }: QueueAddress) {
    this.#redis = redis;
    const base = `${prefix}:${queueName}`;
    this.#keys = [`${base}:refused`, `${base}:forbidden`];
  }

  /**
   * Whether an event may be sent. With `early`, it may be sent as a probe before its time, unless
   * there was a probe within the last second.
   */
  async ask(early: boolean): Promise<Leave> {
    const [pause, forMs] = (await this.#run("ask", early ? "1" : "0")) ?? ["", 0];
    if (pause === "") return { kind: "go", cause: forMs > 0 ? "unsettled" : "open" };
    if (forMs < 0) return { kind: "go", cause: "probe" };
    return { kind: "wait", pause, forMs };
  }

  /** An event was forbidden. Resolves to the effect on the fleet. */
  async forbidden(eventId: string): Promise<Refusal> {
    const [pause, forMs] = (await this.#run("forbidden", eventId)) ?? ["", 0];
    return { forMs, before: pause === "" ? undefined : { kind: "wait", pause, forMs } };
  }

  /** The key was refused. */
  async unauthorized(): Promise<Refusal> {
    const [, forMs] = (await this.#run("unauthorized", "")) ?? ["", 0];
    return { forMs, before: undefined };
  }

  /** An event was accepted. */
  async clear(): Promise<void> {
    await this.#run("clear", "");
  }

  /** Undefined if Redis does not respond in time: each worker then finds out by itself. */
  async #run(
    op: string,
    argument: string,
  ): Promise<readonly [pause: RefusedBy | "", forMs: number] | undefined> {
    const command = { name: COMMAND, definition: { numberOfKeys: 2, lua: SCRIPT } };
    const told = await withinDeadline(
      ASK_MS,
      this.#redis.script(command, [...this.#keys, op, this.#who, argument]),
    );
    if (!Array.isArray(told)) return undefined;
    const [pause, forMs] = told as (string | number)[];
    return [pause as RefusedBy | "", Number(forMs)];
  }
}
