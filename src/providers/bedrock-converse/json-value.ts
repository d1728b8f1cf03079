import { parseApproved } from "../json/json-text.ts";
import { UnreadableRequestError } from "../provider.ts";
import type { Mapper } from "./mapper.ts";
import { isBytes } from "./plain-copy.ts";

/**
 * A tool's arguments or result, shown as JSON text. If it is not rewritten, the original value is
 * kept, because the AWS client supports numbers that JSON text does not.
 */
export const json: Mapper = (value, { visitor, role, kind }) => {
  if (typeof value === "string") return visitor.text(value, role, kind);
  const shown: string | undefined = JSON.stringify(value, printable);
  if (shown === undefined) return value;
  const written = visitor.text(shown, role, kind);
  return written === shown ? value : parseApproved(written);
};

/** Big integers as digits. */
function printable(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key];
  if (isBytes(original)) throw new UnreadableRequestError("a JSON value with bytes in it");
  return typeof value === "bigint" ? String(value) : value;
}
