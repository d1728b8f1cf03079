import { REFUSAL_HEADERS } from "../../guard-error-of.ts";

/** Prefix of the headers we add; upstream headers of that name are not to be mistaken for ours. */
const OUR_PREFIX = "x-guard-";

/**
 * A response's headers with our id among them. Fetched headers are immutable and a copy costs
 * more than a guarded call has to spare, so single names are answered in front of the original
 * and a copy is made only for whoever wants to see them all. `rewritten`: the app reads other
 * bytes than the provider sent, and headers about those are left out.
 */
export function markedHeaders(headers: Headers, clientEventId: string, rewritten = false): Headers {
  const handler = new MarkedHeaders(headers, clientEventId, rewritten ? BYTES : NONE);
  printable ??= printableHeaders();
  return new Proxy(Object.create(printable) as Headers, handler);
}

/** What Node.js hands to a function that prints: the depth left, the options, and `util.inspect`. */
type Printing = [
  depth: number | null,
  options: object,
  inspect: (value: unknown, options: object) => string,
];

/** Made with the first response: the mere mention of `Headers` loads Node's whole fetch. */
let printable: object | undefined;

/**
 * What stands behind the proxy. To print a proxy, Node.js takes the function for it from behind the
 * proxy and calls it on the proxy itself, where that of `Headers` finds none of its private
 * members and throws: an app that printed a response would break on it.
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

/** What changes headers: a response's own refuse it, and those that do not are changed themselves. */
const CHANGES: ReadonlySet<string | symbol> = new Set(["append", "delete", "set"]);

/** What is true of the bytes a provider sent, and not of others: their length, coding and digests. */
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
