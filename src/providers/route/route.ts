import type { Route } from "../provider.ts";

/** Rounds of percent-decoding; servers behind proxies decode once or twice. */
const MAX_DECODINGS = 3;

/**
 * Whether a request is a POST to a path that ends in `suffix` (lower case, with its leading
 * slash). Read the way the most forgiving server would: case, doubled, trailing and backward
 * slashes, dot segments, path parameters and percent-encoding make no difference. Taking a
 * request for a guarded one costs a check; missing one would let it pass.
 */
export function isPostTo(route: Route, suffix: string): boolean {
  if (!isPost(route)) return false;
  return route.path.endsWith(suffix) || plainPath(route.path).endsWith(suffix);
}

/**
 * The same for a path that ends in `pattern`, where `{}` stands for one segment of any name:
 * `/threads/{}/messages`.
 */
export function isPostToPattern(route: Route, pattern: string): boolean {
  if (!isPost(route)) return false;
  const expected = pattern.slice(1).split("/");
  const actual = plainPath(route.path).slice(1).split("/");
  const offset = actual.length - expected.length;
  return offset >= 0 && expected.every((name, at) => name === "{}" || name === actual[offset + at]);
}

/**
 * The same for Google's custom methods, which follow the name of what they act on (AIP-136):
 * `/models/gemini-2.5-flash:generateContent`. `name` in lower case, without its colon.
 */
export function isPostToMethod(route: Route, name: string): boolean {
  return isPost(route) && plainPath(route.path).endsWith(`:${name}`);
}

function isPost(route: Route): boolean {
  return route.method === "POST" || route.method.trim().toUpperCase() === "POST";
}

/** The last path that was made plain: many codecs are asked about one request. */
let lastPath = "";
let lastPlain = "/";

function plainPath(path: string): string {
  if (path !== lastPath) {
    lastPlain = `/${segmentsOf(decoded(path)).join("/")}`;
    lastPath = path;
  }
  return lastPlain;
}

function decoded(path: string): string {
  let current = path;
  for (let round = 0; round < MAX_DECODINGS && current.includes("%"); round += 1) {
    // Byte by byte, because one malformed escape must not save the rest from being decoded.
    current = current.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  return current.toLowerCase();
}

function segmentsOf(path: string): string[] {
  const [beforeQuery = ""] = path.split(/[?#]/, 1);
  const segments: string[] = [];
  for (const segment of beforeQuery.split(/[/\\]/)) {
    const [name = ""] = segment.split(";", 1);
    const plain = name.trim();
    if (plain === "..") segments.pop();
    else if (plain !== "" && plain !== ".") segments.push(plain);
  }
  return segments;
}
