import { endOfString } from "../../base/end-of-string.ts";

/** Numbers that change when parsed and written again: long ones, exponents, `1.0` and `-0`. */
const FRAGILE_NUMBER = /\d[\d.]{15}|\d[eE]|\.\d*0(?!\d)|-0(?![.\d])/;

/** A value of a JSON text: its position, and its members by key or index. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly inside: ReadonlyMap<string, Part> | undefined;
}

/**
 * The JSON of `request`, a modified version of what `json` (valid, without repeated keys) contains.
 * Unchanged parts are copied from the text, because numbers beyond the precision of a double would
 * change when written again.
 */
export function rewrittenJson(json: string, request: unknown): string {
  if (!FRAGILE_NUMBER.test(json)) return JSON.stringify(request);
  const write = (part: Part | undefined, before: unknown, after: unknown): string | undefined => {
    if (part === undefined) return JSON.stringify(after);
    const given = json.slice(part.from, part.to);
    // A number that no double can hold is read as a string of its digits.
    if (isSame(before, after) || (typeof before === "number" && after === given)) return given;
    if (!isValues(before) || !isValues(after) || !isAlike(before, after))
      return JSON.stringify(after);
    const written: string[] = [];
    for (const [key, value] of Object.entries(after)) {
      const was = Object.hasOwn(before, key) ? part.inside?.get(key) : undefined;
      const text = write(was, before[key], value);
      if (Array.isArray(after)) written.push(text ?? "null");
      else if (text !== undefined) written.push(`${JSON.stringify(key)}:${text}`);
    }
    return Array.isArray(after) ? `[${written.join()}]` : `{${written.join()}}`;
  };
  // Parsed here, because the app may have got hold of the earlier value.
  try {
    return write(partsOf(json), JSON.parse(json), request) ?? "";
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Nested more deeply than this code supports, but not than `JSON.stringify` does.
    return JSON.stringify(request);
  }
}

/** A number too large for a double is copied as what JSON makes of it. */
function isSame(before: unknown, after: unknown): boolean {
  return before === after || (after === null && Math.abs(before as number) === Infinity);
}

type Values = Readonly<Record<string, unknown>>;

function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null;
}

/** Two objects, or two arrays whose indexes correspond. */
function isAlike(before: Values, after: Values): boolean {
  if (!Array.isArray(before) || !Array.isArray(after))
    return !Array.isArray(before) && !Array.isArray(after);
  return before.length === after.length;
}

/** The positions of the values in a valid JSON text. */
function partsOf(json: string): Part {
  let at = 0;
  const next = (): string => {
    while (at < json.length && " \t\n\r".includes(json.charAt(at))) at += 1;
    return json.charAt(at);
  };
  const string = (): string => {
    const from = at;
    at = endOfString(json, at + 1) + 1;
    return json.slice(from, at);
  };
  const values = (isObject: boolean): Map<string, Part> => {
    const inside = new Map<string, Part>();
    at += 1;
    while (!"}]".includes(next())) {
      const key = isObject ? (JSON.parse(string()) as string) : String(inside.size);
      if (isObject && next() === ":") at += 1;
      inside.set(key, value());
      if (next() === ",") at += 1;
    }
    at += 1;
    return inside;
  };
  const value = (): Part => {
    const opening = next();
    const from = at;
    if (opening === "{" || opening === "[") {
      const inside = values(opening === "{");
      return { from, to: at, inside };
    }
    if (opening === '"') string();
    else while (at < json.length && !" \t\n\r,]}".includes(json.charAt(at))) at += 1;
    return { from, to: at, inside: undefined };
  };
  return value();
}
