import { isUuid, looksRandom } from "../../checks/disorder.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../../scan/detector.ts";
import { classAt, SPACE } from "../../text/chars.ts";
import { looksTyped } from "../assigned/chosen.ts";
import { isNoPassword } from "../given/no-password.ts";
import { isOfChain } from "../tokens/lone-token.ts";
import { tuplesFrom } from "./columns.ts";

/** The table whose columns are not named: `INSERT INTO api_keys VALUES`. */
const TABLE = /\binto\s{1,4}["'`[]?([\w.$]{1,60})["'`\]]?\s{1,8}$/i;
/** Tables of those who log in, and of what they do it with. */
const OF_PEOPLE = /users?$|accounts?$|members?$|admins?$|logins?$|(?:^|[_.])auth$/i;
const OF_SECRETS = /(?:credential|secret|token|api_?key|password)s?$/i;
/** Fewest characters of a key: identifiers that databases give out have up to 27. */
const FEWEST = 28;

/** Passwords and keys among the values of a row whose columns are not named. */
export const insertValues: Detector = {
  type: "SECRET",
  name: "insert-values",
  kind: "secret",
  source: "SQL, INSERT without a list of columns",
  check: "28 letters and digits or more in no word; or letters, digits and signs in one; no UUID",
  context: "keys in tables such as tokens, api_keys; passwords in those such as users, accounts",
  gates: { literals: ["values (", "values("], ignoreCase: true },
  find({ text, at, end }: Hit, emit: Emit): number {
    if ((classAt(text, at - 1) & SPACE) === 0) return end;
    const table = TABLE.exec(text.slice(Math.max(0, at - 96), at))?.[1] ?? "";
    const isSecret = OF_SECRETS.test(table) ? isKey : OF_PEOPLE.test(table) ? isTyped : undefined;
    if (isSecret === undefined) return end;
    for (const items of tuplesFrom(text, end - 1)) {
      for (const item of items) {
        if (item !== undefined && isSecret(text.slice(item.start, item.end)))
          emit(item.start, item.end, CONTEXTUAL);
      }
    }
    return end;
  },
};

function isKey(value: string): boolean {
  if (value.length < FEWEST) return isTyped(value);
  if (isUuid(value) || value.startsWith("0x") || value.includes("@")) return false;
  return looksRandom(value) && !isOfChain(value);
}

/** Letters, digits and signs in one word; not a name with its number, `user#1234`. */
function isTyped(value: string): boolean {
  if (isNoPassword(value)) return false;
  return looksTyped(value) && /[!$%^&*?]|#(?!\d+$)/.test(value) && !value.includes("@");
}
