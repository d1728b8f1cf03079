import { looksRandom } from "../../checks/disorder.ts";
import { isSample } from "../../checks/randomness.ts";
import { type Detector, type Emit, type Hit, SHAPED } from "../../scan/detector.ts";
import { codeAt, isAlnumAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { isNoise } from "../assigned/value/noise.ts";

/** Longest user info that is read. */
const MAX_USER_INFO = 512;

/** What stands for a password: generated ones begin with any sign, but have others behind it. */
const VARIABLE =
  /^(?:\$!?[\w$.:>()[\]{}\\-]*$|\{.*\}|<|\[.*\]|%\(|\*+$|x+$|\.{3}$|\u007f)|^(?:pass(?:word|wd)?|pwd|secret|token|your\w*|user(?:name)?)$|\$\{|\{\{/i;

/**
 * Passwords in URLs: `scheme://user:PASSWORD@host`. The user name stays, unless it is a key itself.
 */
export const urlCredentials: Detector = {
  type: "SECRET",
  name: "url-credentials",
  kind: "secret",
  source: "RFC 3986 3.2.1",
  check: "a password between `//user:` and `@`",
  context: "not variables and placeholders",
  gates: { literals: ["://"] },
  find({ text, at, end }: Hit, emit: Emit): number {
    if (!isAlnumAt(text, at - 1)) return end;
    const at2 = userInfoEnd(text, end);
    // docker://name:tag@sha256:…, the digest of an image
    if (at2 < 0 || text.view.startsWith("@sha256:", at2)) return end;
    const colon = text.view.indexOf(":", end);
    if (colon >= 0 && colon < at2) {
      const password = text.slice(colon + 1, at2);
      // https://amqp.org,gmd:protocol,,,@someone: cells of a row
      if (ROW.test(text.slice(end, colon))) return at2;
      // scheme://[user[:password]@]host
      if (codeAt(text, colon - 1) === 91) return at2;
      if (password !== "" && !VARIABLE.test(password) && !isSample(password))
        emit(colon + 1, at2, SHAPED);
      const user = text.slice(end, colon);
      if (looksRandom(user) || isMachineMade(user)) emit(end, colon, SHAPED);
    } else if (looksRandom(text.slice(end, at2))) {
      emit(end, at2, SHAPED);
    }
    return at2;
  },
};

/** The host of another URL, and the cell behind it. */
const ROW = /^[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}(?:\/[^,]{0,80})?,/;

/** A user name that nobody chose: hexadecimal digits. */
function isMachineMade(user: string): boolean {
  return /^[0-9a-f]{8,64}$/.test(user) && /\d/.test(user) && /[a-f]/.test(user);
}

/** What ends a host, `/?#`, or a URL, `<>` and a backtick. */
const DELIMITERS: ReadonlySet<number> = new Set([35, 47, 60, 62, 63, 96]);

/** The end of the user info: the last `@` before the end of the host; -1 if there is none. */
function userInfoEnd(text: ScannedText, from: number): number {
  const limit = Math.min(text.length, from + MAX_USER_INFO);
  let last = -1;
  for (let i = from; i < limit; i++) {
    const code = codeAt(text, i);
    if (code === 64) last = i;
    // A slash or a query ends the host, certainly after an @.
    else if (code <= 32 || code === 34 || code === 39) break;
    else if (DELIMITERS.has(code)) {
      if ((last >= 0 && code !== 63 && code !== 35) || !atFollows(text, i, limit)) break;
    }
  }
  return last;
}

/** A host with a domain or a port, after an `@`. */
const HOST = /^[\w-]{1,63}(?:\.[\w-]{1,63}|:\d)/;
/** Characters that follow the host of a URL more often than they are in a password. */
const OF_ADDRESS = /[/?=&<>`]/;

/**
 * Whether the character at `index` is part of a password that a view shows unescaped:
 * `user:pa#ss@host`. With more such characters, only if the password looks generated.
 */
function atFollows(text: ScannedText, index: number, limit: number): boolean {
  for (let i = index + 1; i < Math.min(limit, index + 64); i++) {
    const code = codeAt(text, i);
    if (code <= 32 || code === 34 || code === 39) return false;
    if (code !== 64) continue;
    if (!HOST.test(text.slice(i + 1, i + 80)) || !hasColonBefore(text, index)) return false;
    const isOfAddress = "<>`".includes(text.view.charAt(index));
    if (!isOfAddress && !OF_ADDRESS.test(text.slice(index + 1, i))) return true;
    const colon = text.view.indexOf(":", text.view.lastIndexOf("//", index));
    return isNoise(text.slice(colon + 1, i), false);
  }
  return false;
}

/** A password begins after a colon that no port number follows. */
function hasColonBefore(text: ScannedText, index: number): boolean {
  const from = text.view.lastIndexOf("//", index);
  const head = text.slice(Math.max(from + 2, index - MAX_USER_INFO), index);
  return /^[^:@/]{0,64}:(?!\d{1,5}$)/.test(head);
}
