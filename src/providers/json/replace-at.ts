/** A copy of `value` with other properties; the very value where they are the same. */
export function withChanges<T extends object>(value: T, changes: Partial<T>): T {
  const changed = (Object.keys(changes) as (keyof T)[]).some((key) => changes[key] !== value[key]);
  return changed ? copyWith(value, changes) : value;
}

/** A copy of an object that stays of its class, whatever that is. */
export function copyWith<T extends object>(value: T, changes: object): T {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(value)), value);
  return Object.assign(copy, changes);
}

/** Elements through `map`; the very array when each stays what it is. */
export function mapSame(
  values: readonly unknown[],
  map: (value: unknown, at: number) => unknown,
): readonly unknown[] {
  const mapped = values.map(map);
  return mapped.some((value, at) => value !== values[at]) ? mapped : values;
}
