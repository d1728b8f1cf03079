import { parseJson } from "../../base/parse-json.ts";

/**
 * The object in a response body, or undefined. Read its members with {@link ownOf}: JSON may
 * contain names like `__proto__`.
 */
export function parseAnswer(body: string): object | undefined {
  const parsed = parseJson(body);
  const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
  return isObject ? parsed : undefined;
}

/** An own property of foreign JSON; inherited ones do not count. */
export function ownOf(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
}

/**
 * The object in a response body that proves the success of a request with this id, which it may
 * name in the property `name`; undefined if it does not.
 */
export function successIn(body: string, name: string, id: string): object | undefined {
  const answer = parseAnswer(body);
  if (answer === undefined || ownOf(answer, "success") !== true) return undefined;
  return isOfAnother(answer, name, id) ? undefined : answer;
}

/**
 * Whether a response names an id other than `id`, in a property that it may also lack. UUIDs may be
 * written in either case (RFC 9562, section 4).
 */
export function isOfAnother(answer: object, name: string, id: string): boolean {
  if (!Object.hasOwn(answer, name)) return false;
  const theirs = ownOf(answer, name);
  return typeof theirs !== "string" || theirs.toLowerCase() !== id.toLowerCase();
}
