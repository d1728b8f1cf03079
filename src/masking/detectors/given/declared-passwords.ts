import { looksRandom } from "../../checks/disorder.ts";
import { BREAK } from "../assigned/lines.ts";
import { alike, type GivenPassword, literal, MARK, next } from "./given-row.ts";
import { isGiven, looksPersonal } from "./given-value.ts";

/** What names say of a secret, in any case. */
const SECRET = "(?:passw(?:or)?d|passphrase|passwort|pwd|pass|secret|token|api[_-]?key)";
/** The end of such a name, and what may follow it in one. */
const NAMED = new RegExp(`${SECRET}\\w{0,8}\\s{0,16}:?\\s{0,8}$`, "i");
const isNamed = (before: string): boolean => NAMED.test(before);

/** A secret in a sentence of a document that is typeset. */
const MENTIONED = new RegExp(`(?:${SECRET}|key)(?![A-Za-z])[^\\n\\\\]{1,40}$`, "i");

const isSecret = (value: string): boolean => isGiven(value) || looksRandom(value);

/** Secrets that languages and tools print apart from their names, with a type or a command between. */
export const DECLARED_PASSWORDS: readonly GivenPassword[] = [
  // COBOL, ABAP and Ada.
  {
    mark: "PIC X(",
    rest: literal(String.raw`\d{1,4}\)\s{1,16}VALUE\s{1,8}(?:IS )?`),
    isPassword: isSecret,
    isBehind: isNamed,
  },
  ...alike("TYPE string VALUE |TYPE c VALUE ", {
    rest: literal(""),
    isPassword: isSecret,
    isBehind: isNamed,
  }),
  {
    mark: "constant string",
    rest: literal(String.raw`\s{0,4}:=\s{0,8}`),
    isPassword: isSecret,
    isBehind: isNamed,
  },
  // A parameter of a pipeline.
  {
    mark: "password(name:",
    rest: literal(String.raw`\s?${MARK}[\w.-]{1,40}${MARK},\s{0,24}defaultValue: ?`),
    isPassword: isSecret,
  },
  // A secret of a stack in the cloud, and the key of a shop.
  { mark: "unsafePlainText(", rest: literal(""), isPassword: isSecret },
  {
    mark: "'crypt' =>",
    rest: literal(String.raw`\s{0,4}(?:\[|array\()\s{0,24}'key' => `),
    isPassword: looksRandom,
  },
  // What a debugger prints when it is asked.
  ...alike("(gdb) p |(gdb) print |(lldb) p |(lldb) po |(pdb) p ", {
    rest: next(
      String.raw`[\w.>*-]{0,40}${SECRET}\w{0,12}${BREAK}(?:\([^()\n]{1,40}\) )?(?:\$\w{1,6} = )?(?:0x[\da-f]{2,16} )?@?(?=["'])`,
    ),
    isPassword: isSecret,
  }),
  { mark: "password [default: ", rest: /([^\s\]"'<>]{6,64})(?=\])/y },
  ...["|", "+", "!"].map((sign) => ({
    mark: `\\verb${sign}`,
    rest: new RegExp(`([^\\s${sign}]{6,128})(?=\\${sign})`, "y"),
    isPassword: (value: string) => looksPersonal(value) || looksRandom(value),
    isBehind: (before: string) => MENTIONED.test(before),
  })),
];
