import { ConfigurationError } from "../../errors.ts";
import type { AnyVault } from "../vault.ts";
import { PlaceholderMatcher } from "./placeholder-matcher.ts";
import { asFound, asSaid, type OriginalWriter } from "./write-original.ts";

/**
 * Replaces placeholders by their originals, in one pass: an original that looks like a placeholder
 * is not replaced again. Unknown placeholders stay.
 *
 * @throws ConfigurationError if `text` is not a string or `vault` is not a vault.
 */
export function restore(text: string, vault: AnyVault): string {
  assertText("restore", text);
  assertVault("restore", vault);
  return replaceAll(text, vault, asFound(vault));
}

/**
 * Like `restore`, for JSON text: originals are escaped so that the JSON stays valid, also in JSON
 * nested inside a string.
 *
 * @throws ConfigurationError if `json` is not a string or `vault` is not a vault.
 */
export function restoreJson(json: string, vault: AnyVault): string {
  assertText("restoreJson", json);
  assertVault("restoreJson", vault);
  return replaceAll(json, vault, asSaid(vault, "json"));
}

function assertText(whom: string, text: unknown): void {
  if (typeof text === "string") return;
  throw new ConfigurationError(`${whom}: pass a string first, and then the vault.`);
}

/** By its shape, because it may come from another copy of this package. */
export function assertVault(whom: string, vault: unknown): void {
  if (typeof (vault as Partial<AnyVault> | undefined)?.originalOf === "function") return;
  throw new ConfigurationError(`${whom}: vault must be the vault that mask() returns with a text.`);
}

function replaceAll(text: string, vault: AnyVault, writer: OriginalWriter): string {
  if (vault.size === 0) return text;
  const restoration = { matcher: new PlaceholderMatcher(vault), writer };
  return restorePiece(text, restoration, { isLast: true }).done;
}

/** What restoration needs besides the text. */
export interface Restoration {
  readonly matcher: PlaceholderMatcher;
  /** For this text only; it must see all of it. */
  readonly writer: OriginalWriter;
}

/**
 * Restores `text` up to a possibly incomplete placeholder at its end; `rest` is the text from there
 * on. `isLast`: nothing follows, so `rest` is empty. `before` is the character before.
 */
export function restorePiece(
  text: string,
  { matcher, writer }: Restoration,
  { before = "", isLast = false }: { before?: string; isLast?: boolean } = {},
): { done: string; rest: string } {
  let done = "";
  let copied = 0;
  let from = 0;
  const copy = (end: number): void => {
    const stays = text.slice(copied, end);
    writer.see(stays);
    done += stays;
    copied = end;
  };
  for (;;) {
    const match = matcher.next(text, from, before);
    if (match === undefined) {
      copy(text.length);
      return { done, rest: "" };
    }
    if (match.placeholder === undefined) {
      if (!isLast) {
        copy(match.start);
        return { done, rest: text.slice(match.start) };
      }
      from = match.start + 1;
      continue;
    }
    copy(match.start);
    done += writer.write(match.placeholder, match.encoding);
    copied = match.end;
    from = copied;
  }
}
