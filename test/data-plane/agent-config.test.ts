import { describe, expect, it } from "vitest";
import {
  AgentConfigCache,
  type AgentConfigOption,
} from "../../src/data-plane/agent-config/agent-config.ts";
import { ManualTime } from "../transport/manual-time.ts";

const PATIENCE = { timeoutMs: 1_000 };

/** A cache whose fetches are answered by the test one by one. */
function cacheOf(option: AgentConfigOption = {}) {
  const time = new ManualTime();
  const asked: { resolve(value: unknown): void; reject(error: unknown): void }[] = [];
  const fetch = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      asked.push({ resolve, reject });
    });
  const cache = new AgentConfigCache(fetch, { ttlMs: 1_000, ...option }, time);
  return { cache, time, asked };
}

async function filled(option: AgentConfigOption = {}) {
  const parts = cacheOf(option);
  const first = parts.cache.get(PATIENCE);
  parts.asked[0]?.resolve({ version: 1 });
  await first;
  return parts;
}

describe("the agent configuration", () => {
  it("is fetched once for concurrent callers, and cached", async () => {
    const { cache, asked, time } = cacheOf();
    const gets = [cache.get(PATIENCE), cache.get(PATIENCE), cache.get(PATIENCE)];
    expect(asked).toHaveLength(1);
    asked[0]?.resolve({ version: 1 });
    expect(await Promise.all(gets)).toEqual([{ version: 1 }, { version: 1 }, { version: 1 }]);
    time.pass(999);
    expect(cache.isDue).toBe(false);
    expect(await cache.get(PATIENCE)).toEqual({ version: 1 });
    expect(asked).toHaveLength(1);
  });

  it("is fetched again after its time to live", async () => {
    const { cache, asked, time } = await filled();
    time.pass(1_000);
    expect(cache.isDue).toBe(true);
    const second = cache.get(PATIENCE);
    asked[1]?.resolve({ version: 2 });
    expect(await second).toEqual({ version: 2 });
  });

  it("is cached for five minutes if no time is given", async () => {
    const { cache, time } = await filled({ ttlMs: undefined });
    time.pass(299_999);
    expect(cache.isDue).toBe(false);
    time.pass(1);
    expect(cache.isDue).toBe(true);
  });

  it("may be outdated if it cannot be fetched, unless it is required", async () => {
    const { cache, asked, time } = await filled();
    time.pass(1_000);
    const stale = cache.get(PATIENCE);
    asked[1]?.reject(new Error("down"));
    expect(await stale).toEqual({ version: 1 });

    const strict = await filled({ required: true });
    strict.time.pass(1_000);
    const refused = strict.cache.get(PATIENCE);
    strict.asked[1]?.reject(new Error("down"));
    await expect(refused).rejects.toThrow("down");
  });

  it("rejects if it was never fetched, and is not fetched again at once", async () => {
    const { cache, asked, time } = cacheOf();
    const get = cache.get(PATIENCE);
    asked[0]?.reject(new Error("down"));
    await expect(get).rejects.toThrow("down");
    expect(cache.isDue).toBe(false);
    time.pass(10_000);
    expect(cache.isDue).toBe(true);
    const again = cache.get(PATIENCE);
    asked[1]?.resolve({ version: 1 });
    expect(await again).toEqual({ version: 1 });
  });

  it("is still fetched for the others if one of them stops waiting", async () => {
    const { cache, asked } = cacheOf();
    const controller = new AbortController();
    const gone = cache.get({ timeoutMs: 1_000, signal: controller.signal });
    const short = cache.get({ timeoutMs: 10 });
    const patient = cache.get(PATIENCE);
    controller.abort("gone");
    await expect(gone).rejects.toBe("gone");
    await expect(short).rejects.toMatchObject({ name: "TimeoutError" });
    asked[0]?.resolve({ version: 1 });
    expect(await patient).toEqual({ version: 1 });
    expect(asked).toHaveLength(1);
  });

  it("is not returned outdated to a caller who has aborted", async () => {
    const { cache, time } = await filled();
    time.pass(1_000);
    await expect(cache.get({ ...PATIENCE, signal: AbortSignal.abort("no") })).rejects.toBe("no");
  });

  it("is not returned outdated to a caller who aborts while waiting", async () => {
    const { cache, time, asked } = await filled();
    time.pass(1_000);
    const controller = new AbortController();
    const get = cache.get({ ...PATIENCE, signal: controller.signal });
    expect(asked).toHaveLength(2);
    controller.abort("gone");
    await expect(get).rejects.toBe("gone");
  });
});
