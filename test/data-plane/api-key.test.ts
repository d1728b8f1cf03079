import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { checkApiKey, KeySource } from "../../src/data-plane/api-key.ts";
import { ConfigurationError } from "../../src/errors.ts";
import { liveKey, testKey } from "./keys.ts";

const PATIENCE = { timeoutMs: 1_000 };

describe("an API key", () => {
  it.each([
    ["a line break at its end", `${liveKey}\n`],
    ["a line break inside", `${liveKey}\r\nx-evil: 1`],
    ["a blank in front", ` ${liveKey}`],
    ["a tab", `${liveKey}\t`],
    ["a zero byte", `${liveKey}\u0000`],
    ["a letter that no header carries", `${liveKey}\u20ac`],
    ["nothing", ""],
    ["no text", 7],
    ["no value", null],
  ])("is refused with %s, and never shown", (_what, key) => {
    let refused: unknown;
    try {
      checkApiKey(key);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(ConfigurationError);
    expect((refused as Error).message).toContain("GUARD_API_KEY");
    expect(inspect(refused, { showHidden: true })).not.toContain(liveKey);
  });

  it("that is a string is available without waiting", () => {
    expect(new KeySource(liveKey).get(PATIENCE)).toBe(liveKey);
  });

  it("may finalize if it is a live key, or not known yet", async () => {
    expect(new KeySource(liveKey).isLive).toBe(true);
    expect(new KeySource(testKey).isLive).toBe(false);
    const source = new KeySource(() => testKey);
    expect(source.isLive).toBe(true);
    await source.get(PATIENCE);
    expect(source.isLive).toBe(false);
  });

  it("is not shown by the key source that holds it", () => {
    expect(inspect(new KeySource(liveKey), { depth: 9, showHidden: true })).not.toContain(liveKey);
  });
});

describe("an apiKey function", () => {
  it("is called for every request, so that keys can rotate", async () => {
    let asked = 0;
    const source = new KeySource(async () => `${liveKey}${asked++}`);
    expect([await source.get(PATIENCE), await source.get(PATIENCE)]).toEqual([
      `${liveKey}0`,
      `${liveKey}1`,
    ]);
  });

  it.each<[string, () => string | Promise<string>]>([
    [
      "throws",
      () => {
        throw new Error(`the vault is sealed with ${liveKey}`);
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("sealed", { cause: new TypeError(`not a key: "${liveKey}".`) });
      },
    ],
    ["rejects with a text", () => Promise.reject(liveKey)],
    ["gives nothing", () => ""],
    ["gives no text", () => undefined as unknown as string],
    ["gives a key with a line break", () => `${liveKey}\n`],
  ])("fails with a configuration error if it %s", async (_how, source) => {
    const failed = await Promise.resolve(new KeySource(source).get(PATIENCE)).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(ConfigurationError);
    expect(inspect(failed, { showHidden: true })).not.toContain(liveKey);
  });

  it("has its error included as the cause, without the key", async () => {
    const failure = Object.assign(new RangeError(`The vault of ${liveKey} is sealed.`), {
      code: "E_SEALED",
    });
    const source = new KeySource(() => Promise.reject(failure));
    await expect(source.get(PATIENCE)).rejects.toMatchObject({
      code: "configuration",
      cause: { name: "RangeError", code: "E_SEALED", message: "The vault of [hidden] is sealed." },
    });
  });

  it("has keys hidden in its error that are all letters or short", async () => {
    const said = "neither abcdefghijklmnop nor key_1234 opened it";
    const source = new KeySource(() => Promise.reject(new Error(said)));
    await expect(source.get(PATIENCE)).rejects.toMatchObject({
      cause: { message: "neither [hidden] nor [hidden] opened it" },
    });
  });

  it("is not waited for beyond the deadline or an abort", async () => {
    const source = new KeySource(() => new Promise<string>(() => {}));
    await expect(source.get({ timeoutMs: 20 })).rejects.toMatchObject({
      name: "TimeoutError",
      message: expect.stringContaining("apiKey function"),
    });
    const controller = new AbortController();
    const asked = source.get({ timeoutMs: 1_000, signal: controller.signal });
    controller.abort("gone");
    await expect(asked).rejects.toBe("gone");
  });

  it("leaves the app's own timeout as it is", async () => {
    const reason = new DOMException("the app's own limit", "TimeoutError");
    const controller = new AbortController();
    const source = new KeySource(() => new Promise<string>(() => {}));
    const asked = source.get({ timeoutMs: 60_000, signal: controller.signal });
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    expect(reason.message).toBe("the app's own limit");
  });
});
