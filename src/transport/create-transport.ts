import { createFetchTransport } from "./fetch-transport.ts";
import type { Transport } from "./transport.ts";
import { createUndiciTransport, type RequestDispatcher } from "./undici-transport.ts";

export type { RequestDispatcher };

/** What {@link createTransport} needs. At most one of `fetch` and `dispatcher` is given. */
export interface TransportOptions {
  readonly baseURL: URL;
  readonly fetch?: typeof fetch | undefined;
  readonly dispatcher?: RequestDispatcher | undefined;
}

/** The built-in transport, unless the user brought a `fetch`. */
export function createTransport({ baseURL, fetch, dispatcher }: TransportOptions): Transport {
  return fetch === undefined
    ? createUndiciTransport({ baseURL, dispatcher })
    : createFetchTransport({ baseURL, fetch });
}
