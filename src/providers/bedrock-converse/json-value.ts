import { parseApproved } from "../json/json-text.ts";
import { UnreadableRequestError } from "../provider.ts";
import type { Mapper } from "./mapper.ts";
import { isBytes } from "./plain-copy.ts";

/**
 * What a tool is called with, and what it gave, as the text that JSON makes of it. Unchanged, the
 * value stays what it was: AWS's client knows numbers that JSON text does not.
 */
export const json: Mapper = (value, { visitor, role, kind }) => {
  if (typeof value === "string") return visitor.text(value, role, kind);
  const shown: string | undefined = JSON.stringify(value, printable);
  if (shown === undefined) return value;
  const written = visitor.text(shown, role, kind);
  return written === shown ? value : parseApproved(written);
};

/** Large integers as their digits. */
function printable(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key];
  if (isBytes(original)) throw new UnreadableRequestError("a JSON value with bytes in it");
  return typeof value === "bigint" ? String(value) : value;
}
