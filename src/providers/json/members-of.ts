/**
 * The properties of an object that can be read by name, each read once: its own, and computed ones
 * of its class.
 */
export function membersOf(value: object): Record<string, unknown> {
  // Spreading defines properties, so that `__proto__` is an ordinary name.
  return { ...value, ...computed(value) };
}

/** The getters that the classes of `value` add; undefined for a plain object. */
function computed(value: object): Record<string, unknown> | undefined {
  let prototype: object | null = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return undefined;
  const added: [string, unknown][] = [];
  while (prototype !== null && prototype !== Object.prototype) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      if (name === "constructor" || Object.hasOwn(value, name)) continue;
      const found: unknown = (value as Record<string, unknown>)[name];
      if (typeof found !== "function") added.push([name, found]);
    }
    prototype = Object.getPrototypeOf(prototype);
  }
  return Object.fromEntries(added);
}
