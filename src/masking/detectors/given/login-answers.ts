import { isJumbled } from "../../checks/disorder.ts";
import { isNamedSo } from "../assigned/name/program-names.ts";
import { isShortPassphrase, looksChosen, looksTyped } from "../assigned/value/chosen.ts";
import { alike, type GivenPassword, MARK, next } from "./given-row.ts";
import { isGiven, isSurelyPersonal, looksPersonal } from "./given-value.ts";
import { isOfSystem } from "./no-password.ts";

/** The end of a name, in a sentence, a setting or JSON, and what assigns its value. */
const GIVES = String.raw`(?:${MARK})?[ \t]{0,4}(?:[:=]|=>|->|→|is|was)[ \t]{0,4}`;

function isSeed(value: string): boolean {
  return /^[A-Z2-7]{16,128}={0,6}$/.test(value) && /\d/.test(value) && /[A-Z]/.test(value);
}

/** A password earlier in the same sentence. */
const OF_PASSWORD = /(?:passw|kennw|\bpw\b|mot de passe|contrase|senha)[^.!?\n]{0,80}$/i;

/** A machine, with or without its port and the account of it that is meant. */
const BEHIND_HOST =
  /(?:[\w.-]{1,40}@[\w.\u007f-]{2,60}|\u007f|(?<!\d)\d{1,3}(?:\.\d{1,3}){3})(?::\d{2,5})?,?(?: (?:and|with|the|root|admin|rcon|ssh|sudo|db|user \w{2,24}),?){0,2}$/;

/** What names another value in the place of an account, such as `success: commit:4ad71f`. */
const NO_ACCOUNT =
  "basic|bearer|oauth2?|token|user|role|scope|type|realm|header|name|id|key|value|" +
  String.raw`sha\d{0,3}|md5|hash|commit|branch|build|image|tag|chunk|row|job|task|file`;

/** Not a word, which answers in sentences as well, and not a number. */
function isAnswer(value: string): boolean {
  return looksPersonal(value) || looksChosen(value);
}

/**
 * What else a login asks for: answers, seeds of one-time codes, and passwords that a sentence
 * refers back to.
 */
export const LOGIN_ANSWERS: readonly GivenPassword[] = [
  ...alike(
    "security answer|security_answer|securityAnswer|secret answer|secret_answer|secretAnswer|security question answer|" +
      "answer to security question|answer to the security question|answer to my security question",
    { rest: next(GIVES), isPassword: isAnswer },
  ),
  ...alike("otp seed|authenticator seed|otp_seed|otpSeed", {
    rest: next(`(?:${GIVES}| )`),
    isPassword: isSeed,
  }),
  ...alike(
    "password, it was |password, it's |password, it is |password: it's |password: it is |password - it's |password, which is |password, which was |" +
      "passwort, es war |passwort, es ist |passwort, das ist |passwort: es ist ",
    { rest: next(""), isPassword: (value) => isAnswer(value) || isGiven(value) },
  ),
  // `admin:…`: these accounts exist on every system, so what follows them is no port or version.
  ...alike("admin:|administrator:|root:", {
    rest: /([^\s"'`<>|\\;]{8,64}?)(?=@[\w.-]{2,60}(?:[\s/:]|$)|[\s"'`<>|\\;]|$)/y,
    isPassword: looksTyped,
    isBehind: (before) => /(?:^|[\s"'`(])$/.test(before),
  }),
  // `login with password [heron68Tree] failed`, `temp password (heron68Tree) sent`.
  ...alike(
    "password [|password (|passwd [|passwort (|passwort [|kennwort (|contraseña (|mot de passe (",
    {
      rest: /["']?([^\s"'`<>|\\;()[\]\u007f]{6,64})(?=["']?[\])](?:[ \t.,;]|$|\\|\r?\n))/y,
      isPassword: (value) =>
        (isAnswer(value) || isShortPassphrase(value)) && !isNamedSo(value) && !isOfSystem(value),
    },
  ),
  // An account and its password: in settings, in reports of scanners, in notes.
  ...alike("auth=|auth: |valid credentials: |success: |successful: |succeeded: ", {
    rest: new RegExp(
      String.raw`["']?(?!(?:${NO_ACCOUNT}):)[A-Za-z][\w.@-]{1,40}:([^\s"'\`<>|\\;:,&]{6,64})(?=["']?(?:\s|$|\\n))`,
      "iy",
    ),
    isPassword: looksPersonal,
    isBehind: (before) => !/[?&]\w{0,12}$/.test(before),
  }),
  ...alike(
    "credentials |creds |zugangsdaten |anmeldedaten |identifiants |credenciales |credenziali |inloggegevens ",
    {
      rest: /["']?(?!and |or |und |et |y |for |with )[A-Za-z][\w.@-]{1,40}["']?(?: \/ |:|\/)["']?([^\s"'`<>|\\;:,&/]{6,64})(?=["']?(?:[\s,.)]|$|\\n))/iy,
      isPassword: (value) =>
        (looksPersonal(value) || isShortPassphrase(value)) && !isOfSystem(value),
    },
  ),
  // `my password was …, now it's heron68Tree`.
  ...alike(
    "the old one was |the old one is |the previous one was |now it's |now it is |now its |new one is |new one should be |new one will be |new one is now |" +
      "das alte war |das alte ist |das vorherige war |jetzt ist es |jetzt lautet es |neue ist |neue lautet |" +
      "l'ancien était |maintenant c'est |nouveau est |la anterior era |ahora es |nueva es |a antiga era |agora é |" +
      "la vecchia era |adesso è |het oude was ",
    {
      rest: next(""),
      isPassword: (value) => looksPersonal(value) && !isOfSystem(value),
      isBehind: (before) => OF_PASSWORD.test(before),
    },
  ),
  // `What's your password? heron#68`, and the answer on the same line.
  ...alike(
    "password? |passwort? |kennwort? |mot de passe ? |mot de passe? |contraseña? |senha? |wachtwoord? |hasło? |пароль? ",
    { rest: next(""), isPassword: looksTyped },
  ),
  // `ssh root@192.0.2.1 password heron68Tree`, the address masked or not.
  ...alike(" password | passwd | pass | pw ", {
    rest: /["']?([^\s"'`<>|\\;()\u007f]{8,64})(?=["']?(?:[,.)]?(?:\s|$)|\\n))/y,
    isPassword: isSurelyPersonal,
    isBehind: (before) => BEHIND_HOST.test(before),
  }),
  // Rules and lengths of passwords follow these as well.
  ...alike("password's |passwd's |pw's ", {
    rest: next(""),
    isPassword: (value) => looksTyped(value) || isJumbled(value),
  }),
];
