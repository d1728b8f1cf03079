import type { Route } from "../provider.ts";

/**
 * What the group of `pattern` finds in a path, such as a model's id, percent-decoded. Undefined
 * where it finds nothing; as it stands there where an escape is malformed.
 */
export function namedIn({ path }: Route, pattern: RegExp): string | undefined {
  const named = pattern.exec(path)?.[1];
  return named === undefined ? undefined : percentDecoded(named);
}

/** `text` decoded once; as it came where an escape is malformed. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
