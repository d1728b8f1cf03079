import type { Route } from "../provider.ts";

/**
 * The group of `pattern` in a path, such as a model's id, percent-decoded. Undefined if there is no
 * match; not decoded if an escape is malformed.
 */
export function namedIn({ path }: Route, pattern: RegExp): string | undefined {
  const named = pattern.exec(path)?.[1];
  return named === undefined ? undefined : percentDecoded(named);
}

/** `text` decoded once; unchanged if an escape is malformed. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
