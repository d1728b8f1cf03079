import { alternativesOf } from "../../text/word-tables.ts";

/**
 * The paths of drawings (SVG 2, 9.3). Their numbers need neither separators nor leading zeros, so
 * that four of them look like an address: `3.51.98.32` is 3.51, 0.98 and 0.32.
 */

/** How far around a number its path is read. */
export const PATH_REACH = 16;

const COMMANDS = "MmZzLlHhVvCcSsQqTtAa";
const COMMAND = `[${COMMANDS}]`;
const IN_PATH = String.raw`[-\d ,.${COMMANDS}]`;
const NUMBER = String.raw`\d{0,4}\.\d{1,6}`;

const ALL_BEFORE = new RegExp(`${IN_PATH}{12}$`);
const LAST = new RegExp(String.raw`(?:^|[^\d.])${NUMBER}[ ,]$`);
const NEXT = new RegExp(String.raw`^(?:[ ,]?-|[ ,]|${COMMAND}-?)\d{0,4}\.\d`);

const BEFORE = new RegExp(`${IN_PATH}{7}$`);
const AFTER = new RegExp(`^${IN_PATH}{7}|^${IN_PATH}{0,6}["'\`]`);
/** What only paths have. Ranges, `10.0.0.1-10.0.0.9`, and hosts, `host-10.0.0.1`, are not like it. */
const OF_PATH = new RegExp(
  alternativesOf({
    "a minus without a space before it": String.raw`\d-${NUMBER}(?![\d.])`,
    "a command and its first number": [
      String.raw`${COMMAND}-?(?!\d{1,3}(?:\.\d{1,3}){3})\d{0,4}\.\d`,
    ],
    "no leading zero": String.raw`[ ,-]\.\d`,
    "the rotation and the flags of an arc": String.raw`^ 0 [01] ?[01] ?-?\d{0,4}\.\d`,
  }),
);
/** `139.3-` directly before it. */
const MINUS = new RegExp(String.raw`(?:^|[^\d.])${NUMBER}-$`);
/** One or two numbers before it, and a fifth one, or more, attached to it. */
const RUN = /(?:^|[^\d.])\d{0,4}(?:\.\d{1,6}){1,2}[ ,]$/;
const FIFTH = new RegExp(String.raw`^(?:\.\d{1,6}){1,6}(?:[ ,-]|${COMMAND})`);

/** Whether four numbers joined by dots are of a path, by the characters before and after them. */
export function isOfPath(before: string, after: string): boolean {
  if (ALL_BEFORE.test(before) && LAST.test(before) && NEXT.test(after)) return true;
  if (!BEFORE.test(before) || !AFTER.test(after)) return false;
  if (OF_PATH.test(before) || OF_PATH.test(after) || MINUS.test(before)) return true;
  return RUN.test(before) && FIFTH.test(after);
}
