/** Replaces a method on this instance; enumeration does not change. */
export function hook<T extends object, K extends keyof T>(target: T, name: K, method: T[K]): void {
  Object.defineProperty(target, name, {
    value: method,
    enumerable: Object.prototype.propertyIsEnumerable.call(target, name),
    configurable: true,
    writable: true,
  });
}

/**
 * A method of this instance, looked up in its class at each call unless it is the instance's own:
 * tracing may patch the class after the client was guarded.
 */
export function boundLate<T extends object, K extends keyof T>(target: T, name: K): T[K] {
  const method = target[name];
  if (typeof method !== "function" || Object.hasOwn(target, name)) return method;
  const late = function (this: unknown, ...args: unknown[]): unknown {
    const present: unknown = Reflect.get(Object.getPrototypeOf(target), name, target);
    return Reflect.apply(typeof present === "function" ? present : method, this, args);
  };
  return late as T[K];
}
