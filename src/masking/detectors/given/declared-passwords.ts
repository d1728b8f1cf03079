import { looksRandom } from "../../checks/disorder.ts";
import { BREAK } from "../../text/lines.ts";
import { gradeOf, wordsOf } from "../assigned/name/name.ts";
import { alike, type GivenPassword, literal, MARK, next } from "./given-row.ts";
import { isGivenOrRandom, isPersonal } from "./given-value.ts";

/** The name before a type. */
const DECLARED = /([A-Za-z][\w-]{1,40})\s{0,16}:?\s{0,8}$/;

function isNamed(before: string): boolean {
  const grade = gradeOf(wordsOf(DECLARED.exec(before)?.[1] ?? ""));
  return grade === "password" || grade === "secret";
}

/** The last name of what a debugger is asked for: `cfg->users[0].password_.c_str()`. */
const ASKED = /([A-Za-z_]\w*)(?:\.(?:c_str|data)\(\))?$/;

/** Compilers have passes, and parsers tokens: behind such names, only what no program has. */
function isAsked(value: string, between: string): boolean {
  const [asked = ""] = between.split(/[\r\n\u007f\\]/, 1);
  const words = wordsOf(ASKED.exec(asked.trimEnd())?.[1] ?? "");
  const grade = gradeOf(words);
  if (grade === undefined || grade === "bare") return false;
  return (grade === "password" && words.at(-1) !== "pass") || isPersonal(value);
}

/** A password in a sentence of a document that is typeset. */
const MENTIONED = /(?:passw(?:or)?d|passphrase|passwort|pwd)(?![A-Za-z])[^\n\\]{1,40}$/i;
/** A key or a token in one: entries and programs have such words for names that people choose. */
const KEY_MENTIONED = /(?:pass|secret|token|key)(?![A-Za-z])[^\n\\]{1,40}$/i;

/** Secrets that languages and tools print apart from their names, with a type or a command between. */
export const DECLARED_PASSWORDS: readonly GivenPassword[] = [
  // COBOL, ABAP and Ada.
  {
    mark: "PIC X(",
    rest: literal(String.raw`\d{1,4}\)\s{1,16}VALUE\s{1,8}(?:IS )?`),
    isPassword: isGivenOrRandom,
    isBehind: isNamed,
  },
  ...alike("TYPE string VALUE |TYPE c VALUE ", {
    rest: literal(""),
    isPassword: isGivenOrRandom,
    isBehind: isNamed,
  }),
  {
    mark: "constant string",
    rest: literal(String.raw`\s{0,4}:=\s{0,8}`),
    isPassword: isGivenOrRandom,
    isBehind: isNamed,
  },
  // A parameter of a pipeline.
  {
    mark: "password(name:",
    rest: literal(String.raw`\s?${MARK}[\w.-]{1,40}${MARK},\s{0,24}defaultValue: ?`),
    isPassword: isGivenOrRandom,
  },
  // A secret of a stack in the cloud, and the key of a shop.
  { mark: "unsafePlainText(", rest: literal(""), isPassword: isGivenOrRandom },
  {
    mark: "'crypt' =>",
    rest: literal(String.raw`\s{0,4}(?:\[|array\()\s{0,24}'key' => `),
    isPassword: looksRandom,
  },
  // What a debugger prints when it is asked.
  ...alike("(gdb) p |(gdb) print |(gdb) x/s |(lldb) p |(lldb) po |(pdb) p ", {
    rest: next(
      String.raw`[\w.>*$()[\]-]{3,60}${BREAK}(?:\([^()\n]{1,40}\) )?(?:\$\w{1,6} = )?(?:0x[\da-f]{2,16}(?: <[^<>\n]{1,60}>)?:?[ \t])?@?(?=${MARK})`,
    ),
    isPassword: isGivenOrRandom,
    isBehind: (_before, value, between) => isAsked(value, between),
  }),
  { mark: "password [default: ", rest: /([^\s\]"'<>]{6,64})(?=\])/y },
  ...["|", "+", "!"].map((sign) => ({
    mark: `\\verb${sign}`,
    rest: new RegExp(`([^\\s${sign}]{6,128})(?=\\${sign})`, "y"),
    isPassword: isPersonal,
    isBehind: (before: string, value: string) =>
      MENTIONED.test(before) || (KEY_MENTIONED.test(before) && looksRandom(value)),
  })),
];
