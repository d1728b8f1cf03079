import type { Route } from "./provider.ts";

/** Rounds of percent-decoding; servers behind proxies decode once or twice. */
const MAX_DECODINGS = 3;

/**
 * Whether a request is a POST to a path that ends in `suffix` (lower case, with its leading
 * slash). Read the way the most forgiving server would: case, doubled, trailing and backward
 * slashes, dot segments, path parameters and percent-encoding make no difference. Taking a
 * request for a guarded one costs a check; missing one would let it pass.
 */
export function isPostTo(route: Route, suffix: string): boolean {
  if (route.method !== "POST" && route.method.trim().toUpperCase() !== "POST") return false;
  if (route.path.endsWith(suffix)) return true;
  return `/${segmentsOf(decoded(route.path)).join("/")}`.endsWith(suffix);
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
