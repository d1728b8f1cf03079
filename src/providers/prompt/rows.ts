/** Entries of a map: one value for several keys. */
export function rows<const Value>(value: Value, ...keys: readonly string[]): [string, Value][] {
  return keys.map((key) => [key, value]);
}
