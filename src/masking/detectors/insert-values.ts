import { isUuid, looksRandom } from "../checks/disorder.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../detector.ts";
import { classAt, SPACE } from "../text/chars.ts";
import { looksTyped } from "./assigned/chosen.ts";
import { tuplesFrom } from "./columns.ts";

/** The table whose columns are not named: `INSERT INTO api_keys VALUES`. */
const TABLE = /\binto\s{1,4}["'`[]?([\w.$]{1,60})["'`\]]?\s{1,8}$/i;
/** Tables of what logs in. */
const OF_SECRETS =
  /user|account|member|customer|admin|login|auth|credential|secret|token|key|password|session|setting|config|option|integration|webhook|connection/i;

/** Passwords and keys among the values of a row whose columns are not named. */
export const insertValues: Detector = {
  type: "SECRET",
  name: "insert-values",
  kind: "secret",
  source: "SQL, INSERT without a list of columns",
  check: "random, or letters, digits and signs in one word; not a UUID",
  context: "in tables such as users, accounts, api_keys, settings",
  gates: { literals: ["values (", "values("], ignoreCase: true },
  find({ text, at, end }: Hit, emit: Emit): number {
    if ((classAt(text, at - 1) & SPACE) === 0) return end;
    const table = TABLE.exec(text.slice(Math.max(0, at - 96), at))?.[1];
    if (table === undefined || !OF_SECRETS.test(table)) return end;
    for (const items of tuplesFrom(text, end - 1)) {
      for (const item of items) {
        const value = item === undefined ? "" : text.slice(item.start, item.end);
        const isSecret = (looksRandom(value) && !isUuid(value)) || looksTyped(value);
        if (item !== undefined && isSecret && !value.includes("@"))
          emit(item.start, item.end, CONTEXTUAL);
      }
    }
    return end;
  },
};
