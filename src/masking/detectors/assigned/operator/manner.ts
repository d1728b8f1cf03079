import { endsIn, lookingBack } from "../../../pattern/looking-back.ts";
import { codeAt } from "../../../text/chars.ts";
import { withBreaks } from "../../../text/escaped-breaks.ts";
import { BREAK, LINE_END, LINE_START } from "../../../text/lines.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";
import type { Assignment, BehindName } from "../assignment.ts";
import { ENVIRONMENT_NAME, isNamedSo } from "../name/program-names.ts";

/** What the form of an assignment says about its value. */
export interface Manner {
  /** Unquoted, but not code either: environment files, options, headers, sentences. */
  readonly isText: boolean;
  /** Only whitespace between name and value. */
  readonly isLoose: boolean;
  /**
   * A single colon, equals sign, arrow or bar between name and value, on the same line, or `value:`
   * next to the name.
   */
  readonly isDirect: boolean;
}

/** Nouns that people write before a password and programs do not use as names. */
const FOREIGN =
  /[^\0-\x7f]|^(?:senha|clave|contrasena|has[lł]o|heslo|wachtwoord|kennwort|passwort|passord|salasana|jelszo|mdp|passe|sifre|geslo|lozinka|losenord|contrasenya|contrasinal|pasahitza|wagwoord|adgangskode|kodeord|nenosiri)$/i;

/** How `assignment` gives `name` its value. */
export function mannerOf(text: ScannedText, name: Stretch, assignment: Assignment): Manner {
  const { isQuoted, isHeader, isLabelled, isElement } = assignment;
  if (isElement) return { isText: true, isLoose: false, isDirect: false };
  const { symbol, sentence, formPart, space } = assignment.behind;
  const written = text.slice(name.start, name.end);
  const isOption = codeAt(text, name.start - 1) === 45;
  const isEnvironment = ENVIRONMENT_NAME.test(written);
  const isPart = formPart !== undefined && !isLabelled;
  const isTight =
    symbol !== undefined && /^(?:[=:]| [?:+]= )/.test(symbol) && /^[A-Z0-9_.-]{2,}$/.test(written);
  return {
    isText:
      sentence !== undefined ||
      isOption ||
      isHeader ||
      isPart ||
      FOREIGN.test(written) ||
      isTight ||
      symbol?.startsWith("%") === true ||
      isSetting(text, name, assignment) ||
      (isEnvironment && space !== undefined),
    isLoose: isLabelled || (space !== undefined && !isOption && !isQuoted && !isEnvironment),
    isDirect: isDirect(symbol, written) || isNextKey(assignment.behind),
  };
}

/**
 * What precedes a name in a line of settings, a patch, a list or an e-mail: a label of a few words.
 */
const BEGINS_ENTRY = new RegExp(
  String.raw`${LINE_START}[ \t>+*-]{0,24}(?:[A-Za-z]{1,16} ){0,8}$|\w[.,|:>\]]? [|]?[ ]?$|:\d{1,6}:[ \t]{0,24}$`,
);
const ENDS_ENTRY = new RegExp(String.raw`^[?*]{0,2}[ \t]{0,4}(?:[#;][^\n]{0,80})?${LINE_END}`);
/** A colon or dot leaders, and what opens a block of YAML or Markdown below it. */
const SETS = new RegExp(
  String.raw`^(?:[ \t]?:|(?: ?\.){3,40} ?:?)[ \t]{0,24}(?:&[\w-]{1,24} |!!str )?(?:(?:[|>][+-]?)?${BREAK}[ \t]{0,24})?(?:\`\`\`\w{0,12}${BREAK})?$`,
);
const SPACED_SIGN = /^[ \t]{1,24}=[ \t]{1,24}$/;
/** How far the header of a section may be above an entry. */
const SECTION_REACH = 480;
/** The header of a section in an INI file, and its entries and comments up to another one. */
const SECTION = lookingBack(
  /(?:^|[\n"'`])\[[\w .:"/@-]{1,60}\][ \t]{0,4}\r?\n(?:[ \t]{0,8}(?:[#;][^\n]{0,120}|[\w.-]{1,40}[ \t]{0,8}=[^\n(){}]{0,120})?\r?\n){0,12}[ \t]{0,8}/,
);
/** Tags, emphasis, and LaTeX and RTF commands, between a name and its value: none of it is code. */
const IN_MARKUP =
  /:[ \t]?(?:\*|__)|<\/?[a-z]{1,6}(?: [^<>]{0,80})?\/?>|\\text\w\w\{|\\b0|\}\{|^\{$/;
/** What closes a name in brackets, as PHP prints members that are not public as well. */
const CLOSES_NAME = /^(?::(?:[\w\\]{1,60}:)?(?:protected|private))?\]/;
const CLOSES_REACH = 80;
/** The owner of a name in the body of a form: `…&user[password]=…`, `user[password]=…&…`. */
const IN_FORM = /[&?][A-Za-z][\w.-]{0,40}(?:\[[\w.-]{0,40}\]){0,2}\[$/;
const BEGINS_FORM = /(?:^|[\s"'`:>])[A-Za-z][\w.-]{0,40}(?:\[[\w.-]{0,40}\]){0,2}\[$/;
/** The next field of a struct as Go prints it: `{User:ada Password:heron68 Port:1}`. */
const IN_DUMP = /^[?*]{0,2} [A-Z]\w{0,24}:\S/;
/** What precedes a name among the arguments of a call, and what follows its value. */
const BEGINS_ARGUMENT = /[,(]\s{0,24}$/;
const ENDS_ARGUMENT = /^[,);]/;

/**
 * Whether the value of a setting is text: `password: heron_vpn2` on a line of its own, or
 * `password=heron68` anywhere. In code, the line continues after the value, the operator has spaces
 * around it, the name is among the arguments of a call, or the value is an identifier. The value
 * may have a key of its own, on a line of its own.
 */
function isSetting(text: ScannedText, name: Stretch, { start, end, behind }: Assignment): boolean {
  const { symbol } = behind;
  const after = text.after(end, 96);
  if (symbol === undefined && !isNextKey(behind)) return false;
  if (isNamedSo(text.slice(start, end))) return false;
  if (symbol === undefined) return ENDS_ENTRY.test(after);
  const given = text.slice(name.start, name.end);
  const before = withBreaks(text.before(name.start, 80));
  if (IN_MARKUP.test(symbol) || isEmphasized(text, name)) return true;
  if (/\[$/.test(before) && CLOSES_NAME.test(text.after(name.end, CLOSES_REACH))) {
    if (symbol === "=" && (IN_FORM.test(before) || (BEGINS_FORM.test(before) && after[0] === "&")))
      return true;
    return ENDS_ENTRY.test(after) && (symbol.includes("=>") || ENVIRONMENT_NAME.test(given));
  }
  if (symbol === ":" && IN_DUMP.test(after) && /[{ ]$/.test(before)) return true;
  if (symbol === "=")
    return (
      /;$|[A-Za-z\d] $/.test(before) || !(BEGINS_ARGUMENT.test(before) || ENDS_ARGUMENT.test(after))
    );
  if (!ENDS_ENTRY.test(after)) return false;
  if (SPACED_SIGN.test(symbol)) return isInSection(text, name.start);
  return SETS.test(symbol) && BEGINS_ENTRY.test(before);
}

/** Whether the entry at `start` is in a section of an INI file. */
function isInSection(text: ScannedText, start: number): boolean {
  return endsIn(withBreaks(text.before(start, SECTION_REACH)), SECTION);
}

/** Whether a name is in bold: `**Password**: heron68`. */
function isEmphasized(text: ScannedText, { start, end }: Stretch): boolean {
  return text.view.startsWith("**", end) && text.view.startsWith("**", start - 2);
}

/** The value has a key of its own, `value: …`, next to the key of the name. */
function isNextKey(behind: BehindName): boolean {
  const { openTag, symbol, sentence, call, formPart, space } = behind;
  return (openTag ?? symbol ?? sentence ?? call ?? formPart ?? space) === undefined;
}

/** Emphasis around a name or a value, and French and German quotes. */
const MARKUP =
  /[«»‹›] ?|!(?:unsafe|!str)|&[\w-]{1,24} |\*\*|__|<\/?[a-z]{1,6}(?: [^<>]{0,80})?\/?>|\\text\w\w\{|\\b0|\}$|\} /g;

/** Operators that only assign. */
const DIRECT: ReadonlySet<string> = new Set([
  ...[":", "=", "{", "=>", "->"],
  ...["→", "➜", "➡", "➔", "⇒", "⟶", "👉"],
]);
/** Dot leaders to the value, or to the colon before it. */
const LEADERS = /^\.{3,40}:?$/;

/** In tables, `pass` is more often a result than a password. */
function isDirect(symbol: string | undefined, name: string): boolean {
  const sign = symbol?.replace(MARKUP, "").replace(/[ \t]/g, "").replace("&gt;", ">") ?? "";
  if (sign === "|") return name.toLowerCase() !== "pass";
  return DIRECT.has(sign) || LEADERS.test(sign);
}
