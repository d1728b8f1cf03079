import { types } from "node:util";

/**
 * The object that the methods of a client run on: the client itself, or what is inside of the
 * proxies that tracing libraries put around it, some of them as soon as it is made. Hooks on a proxy
 * would stand around its tracing, and be traced themselves.
 */
export function unwrapped<C extends object>(client: C): C {
  if (!types.isProxy(client)) return client;
  const probe = Symbol("guarded-model-client.probe");
  let inside: C | undefined;
  const get = function (this: C): void {
    // Proxies that look before they tell what to do with it then read it once more, for themselves.
    inside ??= this;
  };
  // What takes no field takes no hooks either, and is refused for that.
  if (!Reflect.defineProperty(client, probe, { get, configurable: true })) return client;
  Reflect.get(client, probe);
  Reflect.deleteProperty(client, probe);
  return inside ?? client;
}
