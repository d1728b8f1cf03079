/**
 * The object in an answer's body, or undefined. Read its members with {@link ownOf}: names like
 * `__proto__` may be in JSON too.
 */
export function parseAnswer(body: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as object) : undefined;
  } catch {
    return undefined;
  }
}

/** A member of foreign JSON, when it is there as itself and not by inheritance. */
export function ownOf(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
}

/** Whether an answer is about something else than `id`, by a member of its own that it need not have. */
export function isOfAnother(answer: object, name: string, id: string): boolean {
  if (!Object.hasOwn(answer, name)) return false;
  const theirs = ownOf(answer, name);
  return typeof theirs !== "string" || theirs.toLowerCase() !== id.toLowerCase();
}
