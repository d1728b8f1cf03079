/**
 * A copy of an app's options without a prototype. What vulnerable code elsewhere in the process has
 * put on `Object.prototype` is no option: a permission least of all.
 */
export function withoutPrototype<T extends object>(options: T): T {
  return Object.assign(Object.create(null), options);
}
