/**
 * What all builds of this package in a process share under `name`, on the global object: the first
 * one makes it. Where that object is frozen, each has its own.
 */
export function shared<T>(name: string, make: () => T): T {
  const key = Symbol.for(`guarded-model-client.${name}`);
  const held: T = Reflect.get(globalThis, key) ?? make();
  Reflect.set(globalThis, key, held);
  return held;
}
