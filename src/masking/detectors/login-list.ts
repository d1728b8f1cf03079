import { looksRandom } from "../checks/disorder.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../detector.ts";
import { isAlnumAt } from "../text/chars.ts";
import { looksChosen, looksTyped } from "./assigned/chosen.ts";

/** The rest of an address, what separates the two, and what stands behind up to a space or a cell. */
const REST =
  /[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{2,63}){1,4}([:|;]| \/ |[, ])([^\s"'`<>|;,/\u007f]{8,64})/y;
/** Names of files have their ending last. */
const FILE = /\.[a-z]{1,4}$/i;

/** Passwords behind addresses, as lists of logins have them: `ada@example.org:…`. */
export const loginList: Detector = {
  type: "SECRET",
  name: "login-list",
  kind: "secret",
  source: "the lists that tools of logins read and write: address, sign, password",
  check: "letters with digits, long enough, in no word; not names of files",
  context: "right behind an e-mail address and a colon, semicolon, bar, slash, comma or space",
  gates: { chars: "@" },
  find({ text, at, end }: Hit, emit: Emit): number {
    if (!isAlnumAt(text, at - 1)) return end;
    REST.lastIndex = end;
    const [, sign = "", value = ""] = REST.exec(text.view) ?? [];
    if (value === "" || FILE.test(value)) return end;
    // Behind a space or a comma a sentence may go on.
    const isList = ":|;".includes(sign);
    if (looksTyped(value) || (isList && (looksChosen(value) || looksRandom(value))))
      emit(REST.lastIndex - value.length, REST.lastIndex, CONTEXTUAL);
    return end;
  },
};
