import { types } from "node:util";

/** For proxies that show a new proxy each time. */
const MAX_LAYERS = 20;

/**
 * The object that a client's methods run on: the client itself, or the target of the proxies that
 * tracing libraries wrap around it, some as soon as it is created. Hooks on a proxy would be
 * outside its tracing and be traced themselves.
 */
export function unwrapped<C extends object>(client: C): C {
  let own = client;
  for (let layers = 0; types.isProxy(own) && layers < MAX_LAYERS; layers++) {
    const inside = behind(own, "get") ?? behind(own, "value");
    if (inside === undefined) break;
    own = inside;
  }
  return own;
}

/**
 * What a property of the proxy has as its `this`: an accessor is read on the target by most
 * proxies, and a method is bound to it by those that read accessors on the proxy itself. Undefined
 * if that is the proxy, or if it cannot be told.
 */
function behind<C extends object>(client: C, kind: "get" | "value"): C | undefined {
  const probe = Symbol("guarded-model-client.probe");
  let inside: C | undefined;
  const look = function (this: C): void {
    // Some proxies read the property a second time, for themselves.
    inside ??= this;
  };
  // An object that rejects a new field also rejects hooks, and is refused for that.
  if (!Reflect.defineProperty(client, probe, { [kind]: look, configurable: true })) return;
  try {
    const method: unknown = Reflect.get(client, probe);
    // Anything else than the bound method itself may be traced.
    if (isBound(method, look.name)) method();
  } catch {
    // Some proxies make texts of the names of methods, which a symbol is not.
  } finally {
    Reflect.deleteProperty(client, probe);
  }
  return inside === client ? undefined : inside;
}

/** Whether a method was bound, once or by several layers, and nothing else was made of it. */
function isBound(method: unknown, name: string): method is () => void {
  if (typeof method !== "function" || types.isProxy(method)) return false;
  return method.name.startsWith("bound ") && method.name.replace(/^(?:bound )+/, "") === name;
}
