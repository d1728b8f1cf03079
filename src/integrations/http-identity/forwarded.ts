/**
 * The last elements of a list in a header, at most `count`, in order (RFC 9110, section 5.6.1).
 * Parsed from the end, where the own proxies write: an open quotation mark in what the caller sent
 * must not affect their elements. `quotes`: whether the header allows quoted strings.
 */
export function lastElements(
  value: string,
  { count, quotes }: { readonly count: number; readonly quotes: boolean },
): string[] {
  const elements: string[] = [];
  let end = value.length;
  let quoted = false;
  const take = (from: number): void => {
    const element = value.slice(from, end).trim();
    if (element !== "") elements.unshift(element);
  };
  for (let at = value.length - 1; at >= 0 && elements.length < count; at -= 1) {
    const character = value[at];
    if (character === '"' && quotes && !isEscaped(value, at)) quoted = !quoted;
    if (character !== "," || quoted) continue;
    take(at + 1);
    end = at;
  }
  if (elements.length < count) take(0);
  return elements;
}

/** Whether the character follows an odd number of backslashes. */
function isEscaped(value: string, at: number): boolean {
  let before = at;
  while (before > 0 && value[before - 1] === "\\") before -= 1;
  return (at - before) % 2 === 1;
}

/** One parameter of an element, up to its semicolon: a name, and a token or a quoted string. */
const PARAMETER = /\s*(?:([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*)?(?:;|$)/y;

/**
 * The `for` of one element of `Forwarded` (RFC 7239, section 4). Undefined if it is missing,
 * repeated or invalid.
 */
export function forwardedFor(element: string): string | undefined {
  let found: string | undefined;
  PARAMETER.lastIndex = 0;
  while (PARAMETER.lastIndex < element.length) {
    const match = PARAMETER.exec(element);
    if (match === null) return undefined;
    const [, name, quoted, token] = match;
    if (name?.toLowerCase() !== "for") continue;
    if (found !== undefined) return undefined;
    found = quoted?.replace(/\\(.)/g, "$1") ?? token;
  }
  return found;
}
