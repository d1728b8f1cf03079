import { JSON_LAYERS } from "./encode.ts";

/**
 * The position in a text read so far: how many nested JSON strings it is in. Models and
 * applications write JSON anywhere: as a whole answer, in the middle of prose, and as the value of
 * a string in other JSON. The position depends only on the text before it, so a text in pieces is
 * read like the whole.
 */
export interface Place {
  /** Reads the text that follows. */
  see(text: string): void;
  /** How often a value written here must be escaped. */
  readonly layers: number;
  /** Whether it is between double quotes outside JSON: in code, a command or prose. */
  readonly isQuoted: boolean;
}

/** Maximum depth of nested JSON strings that are read; each level would cost as much again. */
const DEEPEST = JSON_LAYERS + 1;

/**
 * Any text. JSON begins with an object, or a list of objects or strings, and ends with its closing
 * bracket.
 */
export class TextPlace implements Place {
  readonly #depth: number;
  #json: JsonPlace | undefined;
  /**
   * The previous character if JSON may begin with it; "start" before the first. Whitespace is
   * skipped.
   */
  #opening: "{" | "[" | "start" | undefined = "start";
  #openedAt = 0;
  #seen = 0;
  #isQuoted = false;
  #isEscaped = false;

  /** `depth`: number of nested JSON strings that the text is in. */
  constructor(depth = 0) {
    this.#depth = depth;
  }

  /**
   * 0 in prose: `[1]` and `[EMAIL_1]` occur there, and a lone brace begins JSON only at the start
   * of a text.
   */
  get layers(): number {
    return this.#json?.layers ?? 0;
  }

  get isQuoted(): boolean {
    return this.#json?.isQuoted ?? this.#isQuoted;
  }

  /** Number of nested strings; 0 between the strings of JSON. */
  get strings(): number {
    return this.#json?.strings ?? 0;
  }

  /** Offset in the text where the current JSON begins. */
  get jsonFrom(): number | undefined {
    return this.#json && this.#openedAt;
  }

  see(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.take(text.charAt(at));
  }

  take(unit: string): void {
    this.#seen += 1;
    if (this.#json !== undefined) {
      this.#json.take(unit);
      if (this.#json.isOver) this.#json = undefined;
      return;
    }
    this.#quote(unit);
    if (!isSpace(unit)) this.#open(unit);
  }

  /** Quotes end at the end of the line at the latest. */
  #quote(unit: string): void {
    if (unit === "\n") this.#isQuoted = false;
    if (unit === '"' && !this.#isEscaped) this.#isQuoted = !this.#isQuoted;
    this.#isEscaped = unit === "\\" && !this.#isEscaped;
  }

  #open(unit: string): void {
    const opening = this.#opening;
    const isBracket = unit === "{" || unit === "[";
    this.#opening = isBracket ? unit : undefined;
    const goesOn = opening === "{" || opening === "[";
    const begins =
      (goesOn && unit === '"') ||
      (opening === "[" && unit === "{") ||
      (opening === "start" && unit === "{");
    if (!goesOn || !begins) this.#openedAt = this.#seen - 1;
    if (!begins) return;
    if (this.#depth >= DEEPEST) return;
    this.#isQuoted = false;
    this.#json = new JsonPlace("embedded", this.#depth);
    if (goesOn) this.#json.take(opening);
    this.#json.take(unit);
    this.#opening = undefined;
  }
}

/** JSON (RFC 8259), with any text in its strings. */
export class JsonPlace implements Place {
  readonly #isEmbedded: boolean;
  readonly #depth: number;
  #open = 0;
  #string: TextPlace | undefined;
  /** The part of an escape sequence read so far. */
  #escape = "";
  #isOver = false;

  /** `whole`: all that follows. `embedded`: up to the closing bracket, or to an invalid string. */
  constructor(extent: "whole" | "embedded", depth = 0) {
    this.#isEmbedded = extent === "embedded";
    this.#depth = depth;
  }

  /** Whether the JSON has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Outside of strings the same as inside one, because models omit quotes. */
  get layers(): number {
    return 1 + (this.#string?.layers ?? 0);
  }

  get isQuoted(): boolean {
    return this.#string?.isQuoted ?? false;
  }

  /** See {@link TextPlace}. */
  get strings(): number {
    return this.#string === undefined ? 0 : 1 + this.#string.strings;
  }

  see(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.take(text.charAt(at));
  }

  take(unit: string): void {
    if (this.#string === undefined) this.#takeBetween(unit);
    else if (this.#escape !== "") this.#takeEscape(unit, this.#string);
    else if (unit === '"') this.#string = undefined;
    else if (unit === "\\") this.#escape = unit;
    else if (unit === "\n" && this.#isEmbedded) this.#isOver = true;
    else this.#string.take(unit);
  }

  #takeBetween(unit: string): void {
    if (unit === '"') this.#string = new TextPlace(this.#depth + 1);
    else if (unit === "{" || unit === "[") this.#open += 1;
    else if (unit === "}" || unit === "]") {
      this.#open -= 1;
      this.#isOver = this.#isEmbedded && this.#open <= 0;
    }
  }

  #takeEscape(unit: string, string: TextPlace): void {
    this.#escape += unit;
    const isUnicode = this.#escape.startsWith("\\u");
    if (isUnicode && this.#escape.length < "\\uffff".length) return;
    const code = Number.parseInt(this.#escape.slice(2), 16);
    string.take(isUnicode ? String.fromCharCode(code) : (CONTROLS.get(unit) ?? unit));
    this.#escape = "";
  }
}

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

function isSpace(unit: string): boolean {
  return unit === " " || unit === "\n" || unit === "\t" || unit === "\r";
}
