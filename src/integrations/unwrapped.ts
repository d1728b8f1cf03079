import { types } from "node:util";

/**
 * The object that a client's methods run on: the client itself, or the target of the proxies that
 * tracing libraries wrap around it, some as soon as it is created. Hooks on a proxy would be
 * outside its tracing and be traced themselves.
 */
export function unwrapped<C extends object>(client: C): C {
  if (!types.isProxy(client)) return client;
  const probe = Symbol("guarded-model-client.probe");
  let inside: C | undefined;
  const get = function (this: C): void {
    // Some proxies read the property a second time, for themselves.
    inside ??= this;
  };
  // An object that rejects a new field also rejects hooks, and is refused for that.
  if (!Reflect.defineProperty(client, probe, { get, configurable: true })) return client;
  Reflect.get(client, probe);
  Reflect.deleteProperty(client, probe);
  return inside ?? client;
}
