import { looksRandom } from "../../checks/disorder.ts";
import { looksChosen, looksTyped } from "../assigned/chosen.ts";
import { BREAK } from "../assigned/lines.ts";
import { alike, type GivenPassword, next } from "./given-row.ts";
import { isGiven, looksPersonal } from "./given-value.ts";

function isPersonal(value: string): boolean {
  return looksPersonal(value) || looksRandom(value);
}

/** A sentence about a password, up to what it was before. */
const SAYS_PASSWORD = /(?:passw|kennw|mot de passe|contrase|senha|wachtw)[^\n]{0,120}\($/i;
/** What says nearby that the old one and the new one are passwords. */
const SUBJECT = "(?:passw|kennw|credential|passphrase|rotat)";
/** The line of the new one, behind that of the old. */
const NEW_BELOW = String.raw`[ \t]{0,4}${BREAK}[-*• \t]{0,8}new: `;

/** What was changed, up to what it was. */
const CHANGED = ["password", "passwd", "passphrase", "pw"].flatMap((noun) =>
  ["", " was changed", " has been changed", " changed", " was reset"].map(
    (verb) => `${noun}${verb} from`,
  ),
);

/** What passwords were before they were changed, and what they are now. */
export const OLD_AND_NEW: readonly GivenPassword[] = [
  // The old one may be a word, and is passed over then.
  ...alike(CHANGED.join("|"), {
    rest: next(String.raw`(?:[ \t](?:[^\s\d]{3,64} to |(?=[^\s]{4,64} to \S))|["'\`]? to )`),
    isPassword: isChanged,
    many: 2,
  }),
  ...alike("vorher |zuvor |previously |formerly |currently |aktuell |derzeit ", {
    rest: /["']?([^\s"'()\u007f]{6,64})(?=["']?(?:\)| [a-z]))/y,
    isPassword: isPersonal,
    isBehind: (before) => SAYS_PASSWORD.test(before),
  }),
  {
    mark: "old: ",
    rest: new RegExp(
      String.raw`(?:(?<=${SUBJECT}[^\u007f]{0,160}old: )|(?=[^\u007f]{0,240}${SUBJECT}))([^\s]{8,64})(?=${NEW_BELOW})`,
      "iy",
    ),
    isPassword: (value) => isPersonal(value) || looksChosen(value),
  },
  {
    mark: "new: ",
    rest: new RegExp(
      String.raw`(?:(?<=${SUBJECT}[^\u007f]{0,240}new: )|(?=[^\u007f]{0,160}${SUBJECT}))(?<=old: [^\s]{6,64}${NEW_BELOW})([^\s]{8,64})`,
      "iy",
    ),
    isPassword: (value) => isPersonal(value) || looksChosen(value) || isGiven(value),
  },
];

function isChanged(value: string): boolean {
  return !isOfSystem(value) && (looksTyped(value) || isPersonal(value) || looksChosen(value));
}

/** `Windows11`: moved from one to the next, and no password of anybody's. */
function isOfSystem(value: string): boolean {
  return /^(?:windows|ubuntu|debian|server|python|java|node|php|mysql|postgres|version|v|release|word|office)[-_.]?\d{1,4}$/i.test(
    value,
  );
}
