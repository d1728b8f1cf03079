import { isLiveKey } from "../contract/live-key.ts";
import { ConfigurationError } from "../errors.ts";
import type { WaitLimits } from "../transport/settle-within.ts";

/** A key, or a function that is asked for it before each request, so that keys can rotate. */
export type ApiKey = string | (() => string | Promise<string>);

// What a header may carry without quoting or mangling (RFC 9110, section 5.5), blanks apart:
// a blank in a key is a line break or a typing error.
const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * A key that can travel in a header.
 *
 * @throws ConfigurationError that never shows the key.
 */
export function checkApiKey(key: unknown): string {
  if (typeof key !== "string") throw wrongKey("must be a string");
  if (key === "") throw wrongKey("is empty");
  if (!PRINTABLE.test(key)) {
    throw wrongKey("holds blanks or other characters that no key has");
  }
  return key;
}

/** Gives the present key. */
export class KeySource {
  readonly #source: ApiKey;
  #last: string | undefined;

  /** @throws ConfigurationError when the key is a string and cannot be one. */
  constructor(source: ApiKey) {
    this.#source = source;
    if (typeof source !== "function") this.#last = checkApiKey(source);
  }

  /** Whether another request may have another key. */
  get rotates(): boolean {
    return typeof this.#source === "function";
  }

  /**
   * The key for one request: at once when it is known, a promise when a function has to be
   * asked. The promise rejects with a `ConfigurationError` when there is no usable key, a
   * `TimeoutError`, or the signal's own reason.
   */
  get(limits: WaitLimits): string | Promise<string> {
    if (typeof this.#source !== "function") return this.#last ?? "";
    return this.#ask(this.#source, limits);
  }

  /** Whether the last key may finalize (contract: live keys only). True while none is known. */
  get isLive(): boolean {
    return this.#last === undefined || isLiveKey(this.#last);
  }

  async #ask(source: () => string | Promise<string>, limits: WaitLimits): Promise<string> {
    // Only those whose keys rotate load what keeps such functions within bounds.
    const { askForKey } = await import("./ask-for-key.ts");
    this.#last = checkApiKey(await askForKey(source, limits));
    return this.#last;
  }
}

function wrongKey(what: string): ConfigurationError {
  return new ConfigurationError(`apiKey (or the environment variable GUARD_API_KEY) ${what}.`);
}
