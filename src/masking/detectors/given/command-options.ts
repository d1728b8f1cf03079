import { matchAt } from "../../pattern/sticky.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../../scan/detector.ts";
import { withBreaks } from "../../text/escaped-breaks.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";
import { quotedEnd } from "../assigned/operator/quoted-end.ts";
import { wholeEnd } from "../assigned/operator/value-end.ts";
import { looksTypedApart } from "../assigned/value/chosen.ts";
import { ATTACHED_PASSWORDS } from "./attached-passwords.ts";
import { CHANGED_PASSWORDS } from "./changed-passwords.ts";
import { DECLARED_PASSWORDS } from "./declared-passwords.ts";
import { KEYS } from "./given-keys.ts";
import { PASSWORDS } from "./given-passwords.ts";
import type { GivenPassword } from "./given-row.ts";
import { isGiven } from "./given-value.ts";
import { HANDED_OVER } from "./handed-over.ts";
import { HASHED } from "./hashed-passwords.ts";
import { LOGIN_ANSWERS } from "./login-answers.ts";
import { NETWORK_KEYS } from "./network-keys.ts";
import { OLD_AND_NEW } from "./old-and-new.ts";
import { PRINTED } from "./printed-secrets.ts";
import { ROUTER_PASSWORDS } from "./router-passwords.ts";
import { SERVER_PASSWORDS } from "./server-passwords.ts";
import { SHOWN_KEYS } from "./shown-keys.ts";
import { STATEMENTS } from "./statement-passwords.ts";
import { TOOL_PASSWORDS } from "./tool-passwords.ts";

/** How far before a mark its command is searched for. */
const REACH = 160;
const GIVEN = [
  ...KEYS,
  ...PASSWORDS,
  ...STATEMENTS,
  ...SHOWN_KEYS,
  ...ROUTER_PASSWORDS,
  ...HANDED_OVER,
  ...HASHED,
  ...NETWORK_KEYS,
  ...PRINTED,
  ...SERVER_PASSWORDS,
  ...OLD_AND_NEW,
  ...LOGIN_ANSWERS,
  ...CHANGED_PASSWORDS,
  ...ATTACHED_PASSWORDS,
  ...TOOL_PASSWORDS,
  ...DECLARED_PASSWORDS,
];
const BY_MARK = new Map(GIVEN.map((row) => [row.mark.toLowerCase(), row]));
const LONGEST_MARK = Math.max(...GIVEN.map(({ mark }) => mark.length));

/**
 * Passwords among the arguments of commands and calls, and in statements of databases and routers.
 */
export const commandOptions: Detector = {
  type: "SECRET",
  name: "command-options",
  kind: "secret",
  source: "manuals of the commands; SQL CREATE USER; Cisco IOS Security Command Reference",
  check: "letters and digits, long enough",
  context:
    "after options of commands such as mysql, sqlcmd, docker login, openssl; `IDENTIFIED BY`; the keys of `jwt.sign(`, `hash_hmac(`",
  gates: { literals: GIVEN.map(({ mark }) => mark), ignoreCase: true },
  find({ text, view, at, end }: Hit, emit: Emit): number {
    const row = BY_MARK.get(view.slice(at, end).toLowerCase());
    if (row === undefined) return end;
    const { isBehind, many = 1 } = row;
    // A mark without a password leaves the marks that it overlaps to be tried: `aes_encrypt(`,
    // which ends with `crypt(`, or `curl -b `, which begins with `curl -`.
    let busyUntil = at - LONGEST_MARK;
    // The dash at the end of a mark also begins the option, so it is read again.
    let next = row.mark.endsWith(" -") ? end - 1 : end;
    for (let i = 0; i < many; i++) {
      const given = givenFrom(text, next, row);
      if (given === undefined) break;
      const before = withBreaks(view.slice(Math.max(0, at - REACH), at));
      const value = view.slice(given.start, given.end);
      if (isBehind?.(before, value, view.slice(next, given.start)) === false) break;
      emit(given.start, given.end, CONTEXTUAL);
      next = given.end;
      busyUntil = end;
    }
    return busyUntil;
  },
};

/** The password of a command, read from `from` on. */
function givenFrom(text: ScannedText, from: number, row: GivenPassword): Stretch | undefined {
  const { rest, isPassword = isGiven } = row;
  const match = matchAt(rest, text.view, from);
  const value = match?.[1];
  if (match === null || value === undefined) return undefined;
  const start = match.index + match[0].length - value.length;
  if (value.startsWith("-") && !QUOTE_BEFORE.test(text.before(start, 4))) return undefined;
  const given = value.replace(/[)},]+$|(?<=[^.])\.$/, "");
  const end = literalEnd(text, start, start + given.length);
  if (isPassword(given)) return { start, end };
  const whole = text.slice(start, end);
  return whole !== given && isPassword(whole) ? { start, end } : undefined;
}

/** The quote that opens an argument, with its backslashes in quoted text. */
const QUOTE_BEFORE = /\\{0,3}["']$/;

/** The end of the argument that begins at `start`, of which the expression has read up to `end`. */
function literalEnd(text: ScannedText, start: number, end: number): number {
  const quote = QUOTE_BEFORE.exec(text.before(start, 4))?.[0];
  if (quote === undefined) return wholeEnd(text, end);
  const stop = quotedEnd(text, start, quote);
  if (stop <= end) return end;
  const literal = text.slice(start, stop);
  return /\s/.test(literal) && !looksTypedApart(literal) ? end : stop;
}
