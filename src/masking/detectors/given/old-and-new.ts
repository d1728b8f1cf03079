import { BREAK } from "../../text/lines.ts";
import { isShortPassphrase } from "../assigned/value/chosen.ts";
import { alike, type GivenPassword, MARK, next } from "./given-row.ts";
import { isGiven, isPersonal, isPersonalOrChosen } from "./given-value.ts";
import { isOfSystem } from "./no-password.ts";

/** A sentence about a password, up to its other value. */
const SAYS_PASSWORD = /(?:passw|kennw|mot de passe|contrase|senha|wachtw)[^\n]{0,120}\($/i;
/** Words nearby that say that the old and the new value are passwords. */
const SUBJECT = "(?:passw|kennw|credential|passphrase|rotat)";
const NOUN_BEFORE = /(?:passw(?:or)?d|passphrase|(?<![a-z])pwd?)(?: [^\s.]{1,40}){1,6} $/i;
/** The line of the new value, below the old one. */
const NEW_BELOW = String.raw`[ \t]{0,4}${BREAK}[-*. \t]{0,8}new: `;

/** A change, up to the old value. */
const CHANGED = ["password", "passwd", "passphrase", "pw"].flatMap((noun) =>
  ["", " was changed", " got changed", " has been changed", " changed", " was reset"].map(
    (verb) => `${noun}${verb} from`,
  ),
);

/** The same in other languages: how they say it, up to the old value, and what is before the new one. */
const CHANGED_ELSEWHERE: Readonly<Record<string, string>> = {
  "passwort|passwort geändert|kennwort|kennwort geändert|passwort wurde|passwort wurde geändert":
    "von:auf|zu|in",
  "mot de passe|mot de passe changé|mot de passe modifié|mdp|mdp changé": "de:à|en|par|pour",
  "contraseña|contraseña cambiada|contraseña cambió|clave|clave cambiada": "de:a|por",
  "senha|senha alterada|senha mudou|palavra-passe alterada": "de:para|por",
  "password cambiata|password modificata": "da:a|in",
  "wachtwoord|wachtwoord gewijzigd|wachtwoord veranderd": "van:naar|in",
  "hasło|hasło zmienione": "z:na",
};

/** Without it before or behind, they say whose the password is and where it goes: `senha de ada para juan`. */
const VERB = "(?:änder|wechsel|chang|modifi|cambi|alter|mud[eoa]|wijzig|zmieni)";
const WITH_VERB = String.raw`(?:(?<=${VERB}[^\n]{0,64})|(?=[^\n]{0,160}${VERB}))`;

/** Passwords before and after they were changed. */
export const OLD_AND_NEW: readonly GivenPassword[] = [
  // The old value may be a plain word, which is skipped.
  ...alike(CHANGED.join("|"), {
    rest: next(
      String.raw`(?:[ \t](?:[^\s\d]{3,64} to |(?=[^\s]{4,64} to \S))|(?:\\{0,7}["'\`])? to )`,
    ),
    isPassword: isChanged,
    many: 2,
  }),
  // The password for ada has been changed from …
  ...alike("changed from |reset from |updated from ", {
    rest: next(String.raw`(?:(?=[^\s]{4,64} to \S)|(?:\\{0,7}["'\`])? ?to )`),
    isPassword: isChanged,
    many: 2,
    isBehind: (before) => NOUN_BEFORE.test(before),
  }),
  ...Object.entries(CHANGED_ELSEWHERE).flatMap(([sayings, words]) => {
    const [from, to] = words.split(":");
    const marks = sayings.split("|").map((saying) => `${saying} ${from} `);
    return alike(marks.join("|"), {
      rest: new RegExp(
        String.raw`(?:(?=["'\`]?[^\s]{4,64} (?:${to}) ["'\`]?[^\s\d]{0,63}\d)${WITH_VERB}|["'\`]? (?:${to}) )["'\`]?([^\s"'\`<>|\\;\u007f]{4,64})`,
        "iy",
      ),
      isPassword: isChanged,
      many: 2,
    });
  }),
  ...alike("vorher |zuvor |previously |formerly |currently |aktuell |derzeit ", {
    rest: /["']?([^\s"'()\u007f]{6,64})(?=["']?(?:\)| [a-z]))/y,
    isPassword: isPersonal,
    isBehind: (before) => SAYS_PASSWORD.test(before),
  }),
  {
    mark: "old: ",
    rest: new RegExp(
      String.raw`(?:(?<=${SUBJECT}[^\u007f]{0,160}old: )|(?=[^\u007f]{0,240}${SUBJECT}))(?:${MARK})?([^\s"\\]{8,64})(?=(?:${MARK})?${NEW_BELOW})`,
      "iy",
    ),
    isPassword: isPersonalOrChosen,
  },
  {
    mark: "new: ",
    rest: new RegExp(
      String.raw`(?:(?<=${SUBJECT}[^\u007f]{0,240}new: )|(?=[^\u007f]{0,160}${SUBJECT}))(?<=old: [^\s]{6,64}${NEW_BELOW})(?:${MARK})?([^\s"\\]{8,64})`,
      "iy",
    ),
    isPassword: (value) => isPersonalOrChosen(value) || isGiven(value),
  },
];

function isChanged(value: string): boolean {
  if (isOfSystem(value)) return false;
  return isPersonalOrChosen(value) || isShortPassphrase(value);
}
