import { PlaceholderMatcher } from "./placeholder-matcher.ts";
import type { Vault } from "./vault.ts";

/** How an original is written in place of its placeholder. */
export type WriteOriginal = (original: string) => string;

/** As it is. */
export const asText: WriteOriginal = (original) => original;

/** As the inside of a JSON string (RFC 8259 7), for arguments of tool calls. */
export const asJson: WriteOriginal = (original) => JSON.stringify(original).slice(1, -1);

/**
 * The text with originals for placeholders, in one pass: an original that looks like a placeholder
 * stays. Placeholders that the vault does not know stay too.
 */
export function restore(text: string, vault: Vault): string {
  return replaceAll(text, vault, asText);
}

/** As `restore`, for JSON text: originals are escaped, so that the JSON stays JSON. */
export function restoreJson(json: string, vault: Vault): string {
  return replaceAll(json, vault, asJson);
}

function replaceAll(text: string, vault: Vault, write: WriteOriginal): string {
  if (vault.size === 0) return text;
  const restoration = { matcher: new PlaceholderMatcher(vault), vault, write };
  return restorePiece(text, restoration, { isLast: true }).done;
}

/** What restoration needs to know besides the text. */
export interface Restoration {
  readonly matcher: PlaceholderMatcher;
  readonly vault: Vault;
  readonly write: WriteOriginal;
}

/**
 * Restores `text` up to where it could be the beginning of a placeholder: `rest` is what is left
 * from there on. `isLast`: nothing follows, so nothing is left. `before` is the character before.
 */
export function restorePiece(
  text: string,
  { matcher, vault, write }: Restoration,
  { before = "", isLast = false }: { before?: string; isLast?: boolean } = {},
): { done: string; rest: string } {
  let done = "";
  let copied = 0;
  let from = 0;
  for (;;) {
    const match = matcher.next(text, from, before);
    if (match === undefined) return { done: done + text.slice(copied), rest: "" };
    if (match.placeholder === undefined) {
      if (!isLast)
        return { done: done + text.slice(copied, match.start), rest: text.slice(match.start) };
      from = match.start + 1;
      continue;
    }
    const original = vault.originalOf(match.placeholder) ?? match.placeholder;
    done += text.slice(copied, match.start) + write(original);
    copied = match.end;
    from = copied;
  }
}
