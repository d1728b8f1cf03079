/** Replaces a method on this instance; enumeration does not change. */
export function hook<T extends object, K extends keyof T>(target: T, name: K, method: T[K]): void {
  Object.defineProperty(target, name, {
    value: method,
    enumerable: Object.prototype.propertyIsEnumerable.call(target, name),
    configurable: true,
    writable: true,
  });
}
