import { codeAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";
import { copiedCells } from "./copied-rows.ts";
import { tupleValues } from "./tuples.ts";

const CLOSING = 41;
const COMMA = 44;
/** `"`, `]` and a backtick close names of columns in SQL. */
const CLOSING_QUOTES = [34, 93, 96];

/** Whether a name up to `end`, possibly in quotes, may be one of the columns of a statement. */
export function mayBeListed(text: ScannedText, end: number): boolean {
  const next = codeAt(text, end);
  const sign = CLOSING_QUOTES.includes(next) ? codeAt(text, end + 1) : next;
  return sign === COMMA || sign === CLOSING;
}

/**
 * The values of a column named in `INSERT INTO t (…) VALUES`, where numbers without quotes are
 * often keys of other tables, or in `COPY t (…) FROM stdin`.
 */
export function listedValues(text: ScannedText, name: Stretch, hasNumbers = false): Stretch[] {
  const values = tupleValues(text, name).filter(({ isNumber }) => hasNumbers || !isNumber);
  return [...values, ...copiedCells(text, name)];
}
