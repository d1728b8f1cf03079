import { endOfString } from "../../base/end-of-string.ts";

/**
 * The keys of an object so far: the first one without a set, because many objects have only one.
 */
type Keys = string | Set<string> | undefined;

/**
 * Whether any object of a valid JSON text has a key twice (RFC 8259, section 4). Some parsers keep
 * the last value of such a key, others the first, so that not everybody would read what was
 * checked. Skips each string in one step.
 */
export function hasRepeatedKey(json: string): boolean {
  /** The enclosing objects; `null` for arrays. */
  const around: (Keys | null)[] = [];
  let expectsKey = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(json, at + 1);
      if (expectsKey) {
        const keys = around.at(-1) as Keys;
        const key = keyOf(json.slice(at + 1, end));
        if (holds(keys, key)) return true;
        around[around.length - 1] = withKey(keys, key);
        expectsKey = false;
      }
      at = end;
    } else if (code === OPEN_BRACE) {
      around.push(undefined);
      expectsKey = true;
    } else if (code === OPEN_BRACKET) {
      around.push(null);
      expectsKey = false;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      around.pop();
      expectsKey = false;
    } else if (code === COMMA) {
      expectsKey = around.at(-1) !== null;
    }
  }
  return false;
}

/**
 * Whether a request has a property `__proto__`: code that copies it property by property would take
 * its value for further properties of the request.
 */
export function namesPrototype(request: unknown): boolean {
  return typeof request === "object" && request !== null && Object.hasOwn(request, "__proto__");
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

function keyOf(inside: string): string {
  return inside.includes("\\") ? (JSON.parse(`"${inside}"`) as string) : inside;
}

function holds(keys: Keys, key: string): boolean {
  return typeof keys === "object" ? keys.has(key) : keys === key;
}

function withKey(keys: Keys, key: string): Keys {
  if (keys === undefined) return key;
  return typeof keys === "object" ? keys.add(key) : new Set([keys, key]);
}
