import type { Route } from "../provider.ts";

/** Rounds of percent-decoding; servers behind proxies decode once or twice. */
const MAX_DECODINGS = 3;

/**
 * Whether a request is a POST to a path that ends with `suffix` (in lowercase, with a leading
 * slash). As lenient as the most lenient server: case, repeated, trailing and backward slashes, dot
 * segments, path parameters and percent-encoding are ignored. Guarding one request too many costs a
 * check; missing one would let it pass.
 */
export function isPostTo(route: Route, suffix: string): boolean {
  if (!isPost(route)) return false;
  return route.path.endsWith(suffix) || plainPaths(route).some((path) => path.endsWith(suffix));
}

/** A match for all routes that are a POST to one of `suffixes`, as {@link isPostTo} says. */
export function postsTo(...suffixes: readonly string[]): (route: Route) => boolean {
  return (route) => suffixes.some((suffix) => isPostTo(route, suffix));
}

/**
 * The same for a path that ends with `pattern`, where `{}` is one segment of any name:
 * `/threads/{}/messages`.
 */
export function isPostToPattern(route: Route, pattern: string): boolean {
  if (!isPost(route)) return false;
  const expected = pattern.slice(1).split("/");
  return plainPaths(route).some((path) => {
    const actual = path.slice(1).split("/");
    const offset = actual.length - expected.length;
    return (
      offset >= 0 && expected.every((name, at) => name === "{}" || name === actual[offset + at])
    );
  });
}

/** A match for all routes that are a POST to one of `patterns`, as {@link isPostToPattern} says. */
export function postsToPatterns(...patterns: readonly string[]): (route: Route) => boolean {
  return (route) => patterns.some((pattern) => isPostToPattern(route, pattern));
}

/**
 * The same for Google's custom methods, after the name of the resource (AIP-136):
 * `/models/gemini-2.5-flash:generateContent`. `name` in lowercase, without its colon.
 */
export function isPostToMethod(route: Route, name: string): boolean {
  return isPost(route) && plainPaths(route).some((path) => path.endsWith(`:${name}`));
}

function isPost(route: Route): boolean {
  return route.method === "POST" || route.method.trim().toUpperCase() === "POST";
}

/** The last path that was normalized, because many codecs check the same request. */
let lastPath = "";
let lastPlain: readonly string[] = ["/"];

/**
 * The path in lowercase, without anything that servers interpret differently. Two variants if it
 * contains an escaped `?` or a `;`: for some servers these end a name, for others they are part of
 * it.
 */
export function plainPaths({ path }: Pick<Route, "path">): readonly string[] {
  if (path !== lastPath) {
    const [beforeQuery = ""] = path.split(/[?#]/, 1);
    const whole = decoded(beforeQuery);
    const [cut = ""] = whole.split(/[?#]/, 1);
    const ended = plain(cut, (segment) => segment.split(";", 1)[0] ?? "");
    lastPlain = /[?#;]/.test(whole) ? [ended, plain(whole, (segment) => segment)] : [ended];
    lastPath = path;
  }
  return lastPlain;
}

function decoded(path: string): string {
  let current = path;
  for (let round = 0; round < MAX_DECODINGS && current.includes("%"); round += 1) {
    // Byte by byte, so that one malformed escape does not keep the rest from being decoded.
    current = current.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  return current.toLowerCase();
}

function plain(path: string, nameOf: (segment: string) => string): string {
  const segments: string[] = [];
  for (const segment of path.split(/[/\\]/)) {
    const name = nameOf(segment).trim();
    if (name === "..") segments.pop();
    else if (name !== "" && name !== ".") segments.push(name);
  }
  return `/${segments.join("/")}`;
}
