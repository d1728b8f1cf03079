/**
 * What all builds of this package in a process share under `name`, on the global object: the first
 * one makes it.
 */
export function shared<T>(name: string, make: () => T): T {
  const holder = globalThis as { [key: symbol]: T | undefined };
  const key = Symbol.for(`guarded-model-client.${name}`);
  const held = holder[key] ?? make();
  holder[key] = held;
  return held;
}
