import { isUuid, looksRandom } from "../checks/disorder.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../detector.ts";
import type { ScannedText } from "../text/scanned-text.ts";
import { isPassphrase, looksChosen, looksTyped } from "./assigned/chosen.ts";
import { isGiven } from "./given-value.ts";

/** Ends of the names of what logs in or connects, which is given a name and a password. */
const CALLS = [
  "login(",
  "signin(",
  "sign_in(",
  "auth(",
  "auth = (",
  "auth=(",
  "authenticate(",
  "credential(",
  "credentials(",
  "credentials = (",
  "connect(",
  "connection(",
  "newclient(",
  "mysqli(",
  "pdo(",
  "ftp(",
  "runas(",
  "wifi.begin(",
  "auth_password(",
  "andpassword(",
  "passwordtoken(",
  "pw_set(",
  "_bind(",
  "create_user(",
] as const;

/** One argument, a literal or not, and what ends it. */
const ARGUMENT =
  /[ \t]{0,2}(?:(?:Some\(|b|N|String::from\()?(?:"([^"\n]{0,160})"|'([^'\n]{0,160})')|[^"'`(),;{}\n]{1,64})[ \t]{0,2}\)?([,)])/y;
/** Most arguments that are read of a call. */
const MOST = 5;
/** Where among the arguments a password stands, the likeliest place first. */
const PLACES = [2, 1, 3];

/** A literal among the arguments. */
interface Literal {
  readonly start: number;
  readonly value: string;
  /** How many arguments stand before it. */
  readonly place: number;
}

/** The password among the literals that a call is given. */
export const callArguments: Detector = {
  type: "SECRET",
  name: "call-arguments",
  kind: "secret",
  source: "signatures of clients of databases, mail, FTP and HTTP in ten languages",
  check: "letters and digits in no word, long enough",
  context:
    "behind another argument of calls such as `login(`, `connect(`, `Credentials(`; or alone, of `auth(`",
  gates: { literals: CALLS, ignoreCase: true },
  find({ text, at, end }: Hit, emit: Emit): number {
    const literals = literalsFrom(text, end);
    const password = passwordOf(literals, text.slice(at, end - 1).toLowerCase());
    if (password !== undefined)
      emit(password.start, password.start + password.value.length, CONTEXTUAL);
    return end;
  },
};

function literalsFrom(text: ScannedText, from: number): Literal[] {
  const literals: Literal[] = [];
  let start = from;
  for (let place = 0; place < MOST; place++) {
    ARGUMENT.lastIndex = start;
    const match = ARGUMENT.exec(text.view);
    if (match === null) return literals;
    const value = match[1] ?? match[2];
    if (value !== undefined)
      literals.push({ start: start + match[0].indexOf(value, 1), value, place });
    if (match[3] === ")") return literals;
    start += match[0].length;
  }
  return literals;
}

/** The literal that is the password of a call, if one can be. */
function passwordOf(literals: readonly Literal[], call: string): Literal | undefined {
  const isTaken = /^(?:connect|newclient)/.test(call) ? looksSecret : isGiven;
  const [first] = literals;
  if (literals.length === 1 && first?.place === 0) {
    const isPassword = call === "auth" ? isTaken(first.value) : isCredential(first.value);
    return isPassword && !call.startsWith("connect") ? first : undefined;
  }
  const behind = literals.filter(({ place }) => place > 0);
  const random = behind.find(({ value }) => isCredential(value));
  if (random !== undefined) return random;
  for (const place of PLACES) {
    const one = behind.find((literal) => literal.place === place);
    if (one !== undefined && isTaken(one.value)) return one;
  }
  return undefined;
}

function isCredential(value: string): boolean {
  return looksRandom(value) && !isUuid(value) && !/[:/.]/.test(value);
}

/** What no variable, signal or host is called. */
function looksSecret(value: string): boolean {
  return looksTyped(value) || looksChosen(value) || isPassphrase(value);
}
