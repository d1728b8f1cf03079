import { isLiveKey } from "../contract/live-key.ts";
import { ConfigurationError } from "../errors.ts";
import type { WaitLimits } from "../transport/settle-within.ts";

/** A key, or a function that is called before each request, so that keys can rotate. */
export type ApiKey = string | (() => string | Promise<string>);

// The characters that a header carries unchanged (RFC 9110, section 5.5), without blanks: a blank
// in a key is a line break or a typing error.
const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * Checks that a key can be sent in a header.
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

/** Provides the current key. */
export class KeySource {
  readonly #source: ApiKey;
  #last: string | undefined;

  /** @throws ConfigurationError if the key is a string and invalid. */
  constructor(source: ApiKey) {
    this.#source = source;
    if (typeof source !== "function") this.#last = checkApiKey(source);
  }

  /** Whether the next request may get a different key. */
  get rotates(): boolean {
    return typeof this.#source === "function";
  }

  /**
   * The key for one request: synchronous if it is constant, a promise if a function must be called.
   * The promise rejects with a `ConfigurationError` if there is no valid key, a `TimeoutError`, or
   * the signal's reason.
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
    // Loaded only for keys that rotate.
    const { askForKey } = await import("./ask-for-key.ts");
    this.#last = checkApiKey(await askForKey(source, limits));
    return this.#last;
  }
}

function wrongKey(what: string): ConfigurationError {
  return new ConfigurationError(`apiKey (or the environment variable GUARD_API_KEY) ${what}.`);
}
