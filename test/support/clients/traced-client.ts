type Method = (this: unknown, ...args: unknown[]) => unknown;

/** A client wrapped by a tracing library, and the names of the traced calls. */
export interface TracedClient<C> {
  readonly client: C;
  readonly traced: string[];
}

/** A way to trace an app's client without changing it. */
export type Tracing = <C extends object>(client: C) => TracedClient<C>;

/** Proxies around the client and all its properties; methods are bound and traced. */
const throughout: Tracing = (client) => {
  const traced: string[] = [];
  const trace = <T extends object>(target: T, path: readonly string[]): T =>
    new Proxy(target, {
      get(inside, key, receiver) {
        const value: unknown = Reflect.get(inside, key);
        const name = [...path, String(key)].join(".");
        if (typeof value === "function") return tracing(value.bind(inside), name, traced);
        const isNested = typeof value === "object" && value !== null;
        if (isNested) return trace(value, [...path, String(key)]);
        return Reflect.get(inside, key, receiver);
      },
    });
  return { client: trace(client, []), traced };
};

/** Proxies around the client and around the resources that make requests. */
const resourceByResource: Tracing = (client) => {
  const traced: string[] = [];
  const trace = <T extends object>(target: T, path: readonly string[]): T => {
    const kept = new Map<string | symbol, unknown>();
    for (const [key, value] of Object.entries(target)) {
      if (!RESOURCES.has(key) || typeof value !== "object") continue;
      kept.set(key, trace(value, [...path, key]));
    }
    return new Proxy(target, {
      get(inside, key, receiver) {
        const value: unknown = kept.get(key) ?? Reflect.get(inside, key, receiver);
        if (typeof value !== "function" || !CALLS.has(String(key))) return value;
        return tracing(value.bind(inside), [...path, String(key)].join("."), traced);
      },
    });
  };
  return { client: trace(client, []), traced };
};

/** Proxies that read accessors on themselves; methods are bound, those that call are traced. */
const bindingMethods: Tracing = (client) => {
  const traced: string[] = [];
  const trace = <T extends object>(target: T, path: readonly string[]): T =>
    new Proxy(target, {
      get(inside, key, receiver) {
        const value: unknown = Reflect.get(inside, key, receiver);
        const inner = [...path, String(key)];
        if (typeof value === "object" && value !== null) return trace(value, inner);
        if (typeof value !== "function") return value;
        const bound = value.bind(inside);
        return CALLS.has(String(key)) ? tracing(bound, inner.join("."), traced) : bound;
      },
    });
  return { client: trace(client, []), traced };
};

const RESOURCES = new Set(["chat", "completions", "messages"]);
const CALLS = new Set(["create", "generateContent", "generateContentStream"]);

/**
 * A traced call returns a plain promise, which lacks the extra methods of the client's promises.
 */
function tracing(method: Method, name: string, traced: string[]): Method {
  return (...args) => {
    traced.push(name);
    const made = method(...args);
    return made instanceof Promise ? made.then((value: unknown) => value) : made;
  };
}

export const TRACINGS: Readonly<Record<string, Tracing>> = {
  throughout,
  "resource by resource": resourceByResource,
  "binding methods": bindingMethods,
  "binding methods twice": (client) => {
    const inner = bindingMethods(client);
    return { client: bindingMethods(inner.client).client, traced: inner.traced };
  },
  "twice over": (client) => {
    const inner = throughout(client);
    return { client: resourceByResource(inner.client).client, traced: inner.traced };
  },
};
