import { alike, type GivenPassword } from "./given-row.ts";
import { isGiven } from "./given-value.ts";
import { isOfSystem } from "./no-password.ts";

/** The new password, in quotes or not. */
const NEW = String.raw`["'\`«]?([^\s"'\`<>|\\;«»\u007f]{8,64})`;

/** How a language says that a password was changed: its marks, and verbs before or after. */
interface Saying {
  readonly marks: string;
  /** Parts of verbs before the mark, in the same sentence. */
  readonly before?: string;
  /** What follows the password. */
  readonly after?: string;
}

/**
 * These prepositions have other meanings as well, so a verb must say that the password was changed:
 * `mein Passwort auf … geändert`, not `das Passwort auf Windows11`.
 */
const SAYINGS: readonly Saying[] = [
  {
    marks: "passwort auf |kennwort auf |passwort geändert auf |kennwort geändert auf ",
    before: "änder|aender|setz|stell",
    after: " (?:um|ab|zurück)?ge(?:änd|aend|setz|stell)| zurück",
  },
  { marks: "wurde auf ", before: "(?:passwort|kennwort)(?![a-zä-])" },
  {
    marks: "mot de passe en |mot de passe pour |mot de passe par |mot de passe à ",
    before: "chang|modifi|remplac|initialis|mis |mettre",
  },
  {
    marks: "contraseña a |contraseña por |contrasena a |contrasena por |clave a |clave por ",
    before: "cambi|actuali[zc]|modifi[cq]|restable",
  },
  { marks: "password in |password con ", before: "cambi|modific|aggiorn|impost" },
  {
    marks: "senha para |senha por |palavra-passe para ",
    before: "alter|mud|tro[cq]|redefin|atuali",
  },
  {
    marks:
      "wachtwoord in |wachtwoord naar |wachtwoord veranderd in |wachtwoord gewijzigd in |wachtwoord gewijzigd naar |wachtwoord aangepast naar ",
    before: "verander|wijzig|aangepast|aanpas",
    after: " (?:veranderd|gewijzigd|aangepast|gezet)",
  },
  { marks: "hasło na ", before: "zmie|ustaw" },
  { marks: "heslo na ", before: "zm[eě]n|nastav" },
  { marks: "lösenord till |lösenordet till ", before: "ändra|bytt" },
  { marks: "adgangskode til |adgangskoden til ", before: "ændr|skift" },
  { marks: "passord til |passordet til ", before: "endre|bytt" },
  { marks: "пароль на ", before: "менял|менил|измен|смен|установ|змін" },
  // Without the first letter of the noun, which may be a capital: case is ignored in ASCII only.
  { marks: "ifremi |ifreyi |arolamı |arolayı ", after: "'?(?: olarak| yaptı| ile değiş)" },
];

/** What opens the rest of a mark: a verb before it or after the password. */
function condition({ before, after }: Saying): string {
  const verbs = before === undefined ? [] : [`(?<=(?:${before})[^\\n.!?]{0,56})`];
  if (after !== undefined) verbs.push(`(?=[^\\s]{8,64}(?:${after}))`);
  return `(?:${verbs.join("|")})`;
}

function isNew(value: string): boolean {
  return !isOfSystem(value) && isGiven(value);
}

/** New passwords in sentences that say that a password was changed, without a noun for the new one. */
export const CHANGED_PASSWORDS: readonly GivenPassword[] = [
  ...SAYINGS.flatMap((saying) =>
    alike(saying.marks, {
      rest: new RegExp(condition(saying) + NEW, "iy"),
      isPassword: isNew,
    }),
  ),
  ...alike("비밀번호를 |비번을 |암호를 ", {
    rest: /['"]?([!-&(-~]{8,64})(?=['"]?(?:으로|로) ?(?:바|변|설|재|초))/y,
    isPassword: isNew,
  }),
];
