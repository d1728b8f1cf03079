/**
 * The members of an object as they are read by their names, each read once: its own, and those that
 * its class computes.
 */
export function membersOf(value: object): Record<string, unknown> {
  // Spreading defines: `__proto__` is a name like any other, and stays one when it is assigned to.
  return { ...value, ...computed(value) };
}

/** What the classes of `value` add to it, methods apart; undefined for a plain object. */
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
