import { randomUUID } from "node:crypto";
import { withinDeadline } from "../within-deadline.ts";
import type { QueueAddress, RedisQueue } from "./redis-queue.ts";

/** Why a fleet is refused as a whole. */
export type RefusedBy = "suspended" | "unauthorized";

/** What a worker is told before it sends. */
export type Leave = { readonly kind: "go"; readonly cause: "open" | "probe" | "unsettled" } | Wait;

/** The fleet is paused. */
export interface Wait {
  readonly kind: "wait";
  readonly pause: RefusedBy;
  readonly forMs: number;
}

/** What a refusal has led to. */
export interface Refusal {
  /** Milliseconds for which the fleet is paused; 0 where it is not. */
  readonly forMs: number;
  /** Set where it was so before: the refusal says nothing of the event then. */
  readonly before: Wait | undefined;
}

/** Longest that Redis is asked before a worker goes by its own lights, in milliseconds. */
const ASK_MS = 250;

/** A person has to lift such a pause, so one request a minute is often enough. */
const PROBE_MS = 60_000;

/** Somebody who waits may ask early, and a worker whose own key may be right. Nobody does in a loop. */
const LEAST_PROBE_MS = 1_000;

/** Events in a row that were forbidden, of the whole fleet. */
const SUSPENDED_AFTER_EVENTS = 3;

/** What nobody has touched for so long is over, in milliseconds. */
const FORGOTTEN_MS = 3_600_000;

/**
 * The state of the fleet, and each change of it, by the clock of Redis. `KEYS[1]` is the pause,
 * `KEYS[2]` the events that were forbidden in a row.
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
    redis.call("HSET", KEYS[1], "asked", now, "probe", now + ${PROBE_MS})
    return { pause, -1 }
  end
  return { pause, probe - now }
end
if op == "forbidden" then
  if pause then return { pause, ${PROBE_MS} } end
  redis.call("HSET", KEYS[2], ARGV[3], 1)
  redis.call("PEXPIRE", KEYS[2], ${FORGOTTEN_MS})
  if redis.call("HLEN", KEYS[2]) >= ${SUSPENDED_AFTER_EVENTS} then
    return refuse("suspended", ${PROBE_MS})
  end
end
if op == "unauthorized" then
  -- One worker's key may be wrong alone: another one asks before everybody waits for long.
  local alone = not pause or redis.call("HGET", KEYS[1], "by") == who
  return refuse("unauthorized", alone and ${LEAST_PROBE_MS} or ${PROBE_MS})
end
if op == "clear" then redis.call("DEL", KEYS[1], KEYS[2]) end
return { "", 0 }`;

const COMMAND = "guardedModelClientPause";

/** The kill switch and a refused key, known to the whole fleet as soon as one worker has met them. */
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
   * Whether an event may be sent. With `early` it is let through as the probe before the time is
   * up, where nobody else has been in the last second.
   */
  async ask(early: boolean): Promise<Leave> {
    const [pause, forMs] = (await this.#run("ask", early ? "1" : "0")) ?? ["", 0];
    if (pause === "") return { kind: "go", cause: forMs > 0 ? "unsettled" : "open" };
    if (forMs < 0) return { kind: "go", cause: "probe" };
    return { kind: "wait", pause, forMs };
  }

  /** An event was forbidden. What that means for the fleet, where it is refused before this one. */
  async forbidden(eventId: string): Promise<Refusal> {
    const [pause, forMs] = (await this.#run("forbidden", eventId)) ?? ["", 0];
    return { forMs, before: pause === "" ? undefined : { kind: "wait", pause, forMs } };
  }

  /** The key was refused. */
  async unauthorized(): Promise<Refusal> {
    const [, forMs] = (await this.#run("unauthorized", "")) ?? ["", 0];
    return { forMs, before: undefined };
  }

  /** An event was taken. */
  async clear(): Promise<void> {
    await this.#run("clear", "");
  }

  /** Undefined where Redis does not answer in time: each worker then learns for itself. */
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
