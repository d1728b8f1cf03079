/** Defines a property that `util.inspect`, `JSON.stringify` and spreading do not show. */
export function hide<T extends object>(target: T, key: PropertyKey, value: unknown): T {
  return Object.defineProperty(target, key, {
    value,
    enumerable: false,
    configurable: true,
    writable: true,
  });
}
