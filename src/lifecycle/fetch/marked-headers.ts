import { REFUSAL_HEADERS } from "../../guard-error-of.ts";

/**
 * Prefix of the headers that we add; upstream headers with it are hidden, so that they cannot pass
 * for ours.
 */
const OUR_PREFIX = "x-guard-";

/**
 * A response's headers plus our id. The headers of a fetched response are immutable, and copying
 * them costs too much for every call: single names are answered without a copy, which is made only
 * when all headers are read. `rewritten`: the app reads other bytes than the provider sent, so
 * headers about those bytes are left out.
 */
export function markedHeaders(headers: Headers, clientEventId: string, rewritten = false): Headers {
  const handler = new MarkedHeaders(headers, clientEventId, rewritten ? BYTES : NONE);
  printable ??= printableHeaders();
  return new Proxy(Object.create(printable) as Headers, handler);
}

/** The arguments of a custom inspection function: remaining depth, options, and `util.inspect`. */
type Printing = [
  depth: number | null,
  options: object,
  inspect: (value: unknown, options: object) => string,
];

/** Created with the first response: mentioning `Headers` loads the whole `fetch` of Node.js. */
let printable: object | undefined;

/**
 * The target of the proxy. To print a proxy, Node.js takes the inspection function from the target
 * and calls it on the proxy. The one of `Headers` would throw there, because the proxy lacks its
 * private members, and an app that prints a response would crash.
 */
function printableHeaders(): object {
  return Object.create(Headers.prototype, {
    [Symbol.for("nodejs.util.inspect.custom")]: {
      value(this: Headers, ...[depth, options, inspect]: Printing): string {
        return inspect(new Headers(this), { ...options, depth });
      },
    },
  });
}

/** Mutations: immutable headers reject them; mutable ones are changed themselves. */
const CHANGES: ReadonlySet<string | symbol> = new Set(["append", "delete", "set"]);

/** Headers that describe the bytes the provider sent: length, coding and digests. */
const BYTES: ReadonlySet<string> = new Set([
  ...["content-length", "content-encoding", "content-md5"],
  ...["content-digest", "repr-digest", "digest", "etag"],
]);
const NONE: ReadonlySet<string> = new Set();

class MarkedHeaders implements ProxyHandler<Headers> {
  readonly #headers: Headers;
  readonly #clientEventId: string;
  readonly #hidden: ReadonlySet<string>;
  #copy: Headers | undefined = undefined;

  constructor(headers: Headers, clientEventId: string, hidden: ReadonlySet<string>) {
    this.#headers = headers;
    this.#clientEventId = clientEventId;
    this.#hidden = hidden;
  }

  get(_printable: Headers, property: string | symbol): unknown {
    if (property === "get") return (name: string) => this.#valueOf(name);
    if (property === "has") return (name: string) => this.#valueOf(name) !== null;
    const value: unknown = Reflect.get(this.#headers, property, this.#headers);
    if (typeof value !== "function" || property === "constructor") return value;
    if (!CHANGES.has(property)) return value.bind(this.#all());
    this.#copy = undefined;
    return value.bind(this.#headers);
  }

  #valueOf(name: string): string | null {
    const known = String(name).toLowerCase();
    if (this.#hidden.has(known)) return null;
    if (!known.startsWith(OUR_PREFIX)) return this.#headers.get(name);
    return known === REFUSAL_HEADERS.clientEventId ? this.#clientEventId : null;
  }

  #all(): Headers {
    if (this.#copy !== undefined) return this.#copy;
    const copy = new Headers(this.#headers);
    for (const name of [...copy.keys()]) {
      if (name.startsWith(OUR_PREFIX) || this.#hidden.has(name)) copy.delete(name);
    }
    copy.set(REFUSAL_HEADERS.clientEventId, this.#clientEventId);
    this.#copy = copy;
    return copy;
  }
}
