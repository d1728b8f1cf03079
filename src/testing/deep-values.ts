/**
 * Whether it is a plain object or array; everything else (forms, bytes, dates) is not traversed.
 */
function isContainer(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A deep copy of plain objects, arrays and forms. Other objects are shared. */
export function deepCopy<T>(value: T): T {
  if (value instanceof FormData) return copyForm(value) as T;
  if (Array.isArray(value)) return value.map(deepCopy) as T;
  if (!isContainer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, deepCopy(each)])) as T;
}

/** Freezes plain objects and arrays deeply, so that any change to them throws. */
export function deepFreeze<T>(value: T): T {
  if (!isContainer(value) || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const each of Object.values(value)) deepFreeze(each);
  return value;
}

/** Replaces every string by `text`. */
export function overwriteStrings(value: unknown, text: string): void {
  if (!isContainer(value)) return;
  for (const key of Object.keys(value)) {
    if (typeof value[key] === "string") value[key] = text;
    else overwriteStrings(value[key], text);
  }
}

/** A value for deep comparison, also of forms. */
export function comparable(value: unknown): unknown {
  return value instanceof FormData ? [...value] : value;
}

function copyForm(form: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of form) {
    if (typeof value === "string") copy.append(name, value);
    else copy.append(name, value, value.name);
  }
  return copy;
}
