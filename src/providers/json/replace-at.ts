/** A copy of `value` with `changes`; the same object if there are none. */
export function withChanges<T extends object>(value: T, changes: Partial<T>): T {
  const changed = (Object.keys(changes) as (keyof T)[]).some((key) => changes[key] !== value[key]);
  return changed ? copyWith(value, changes) : value;
}

/** A copy of an object, of the same class. */
export function copyWith<T extends object>(value: T, changes: object): T {
  // Spreading defines properties, so that `__proto__` is an ordinary name.
  return Object.setPrototypeOf({ ...value, ...changes }, Object.getPrototypeOf(value));
}

/** Applies `map` to all elements; returns the same array if none changes. */
export function mapSame(
  values: readonly unknown[],
  map: (value: unknown, at: number) => unknown,
): readonly unknown[] {
  const mapped = values.map(map);
  return mapped.some((value, at) => value !== values[at]) ? mapped : values;
}
