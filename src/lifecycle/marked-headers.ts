import { REFUSAL_HEADERS } from "../guard-error-of.ts";

/** Prefix of the headers we add; upstream headers of that name are not to be mistaken for ours. */
const OUR_PREFIX = "x-guard-";

/**
 * A response's headers with our id among them. Fetched headers are immutable and a copy costs
 * more than a guarded call has to spare, so single names are answered in front of the original
 * and a copy is made only for whoever wants to see them all. `rewritten`: the app reads other
 * bytes than the provider sent, and headers about those are left out.
 */
export function markedHeaders(headers: Headers, clientEventId: string, rewritten = false): Headers {
  return new Proxy(headers, new MarkedHeaders(clientEventId, rewritten ? BYTES : NONE));
}

/** What is true of the bytes a provider sent, and not of others: their length, coding and digests. */
const BYTES: ReadonlySet<string> = new Set([
  ...["content-length", "content-encoding", "content-md5"],
  ...["content-digest", "repr-digest", "digest", "etag"],
]);
const NONE: ReadonlySet<string> = new Set();

class MarkedHeaders implements ProxyHandler<Headers> {
  readonly #clientEventId: string;
  readonly #hidden: ReadonlySet<string>;
  #copy: Headers | undefined = undefined;

  constructor(clientEventId: string, hidden: ReadonlySet<string>) {
    this.#clientEventId = clientEventId;
    this.#hidden = hidden;
  }

  get(target: Headers, property: string | symbol): unknown {
    if (property === "get") return (name: string) => this.#valueOf(target, name);
    if (property === "has") return (name: string) => this.#valueOf(target, name) !== null;
    const value: unknown = Reflect.get(target, property, target);
    if (typeof value !== "function" || property === "constructor") return value;
    return value.bind(this.#all(target));
  }

  #valueOf(target: Headers, name: string): string | null {
    const known = String(name).toLowerCase();
    if (this.#hidden.has(known)) return null;
    if (!known.startsWith(OUR_PREFIX)) return target.get(name);
    return known === REFUSAL_HEADERS.clientEventId ? this.#clientEventId : null;
  }

  #all(target: Headers): Headers {
    if (this.#copy !== undefined) return this.#copy;
    const copy = new Headers(target);
    for (const name of [...copy.keys()]) {
      if (name.startsWith(OUR_PREFIX) || this.#hidden.has(name)) copy.delete(name);
    }
    copy.set(REFUSAL_HEADERS.clientEventId, this.#clientEventId);
    this.#copy = copy;
    return copy;
  }
}
