import { JSON_LAYERS } from "./encode.ts";

/**
 * Where in a text one is, as far as it has come: inside of how many strings of JSON, one in the
 * other. Models and applications write JSON anywhere: as a whole answer, in the middle of prose,
 * and as the value of a string in other JSON. What is told depends on the text before the place
 * alone, so that a text in pieces is read as the whole is.
 */
export interface Place {
  /** Takes the text that follows. */
  see(text: string): void;
  /** How often a value has to be escaped that is written here. */
  readonly layers: number;
  /** Whether it stands between double quotes that are not of JSON: of code, a command or prose. */
  readonly isQuoted: boolean;
}

/** Strings of JSON that are read, one in the other: each deeper one would cost as much again. */
const DEEPEST = JSON_LAYERS + 1;

/** Any text. JSON begins with an object or a list of objects or strings, and ends with its bracket. */
export class TextPlace implements Place {
  readonly #depth: number;
  #json: JsonPlace | undefined;
  /** What may begin JSON: the last bracket, or that nothing has come but space. */
  #opening: "{" | "[" | "start" | undefined = "start";
  #openedAt = 0;
  #seen = 0;
  #isQuoted = false;
  #isEscaped = false;

  /** `depth`: strings of JSON that the text is in, one in the other. */
  constructor(depth = 0) {
    this.#depth = depth;
  }

  /** `[1]` and `[EMAIL_1]` are how prose goes on, and a brace alone begins JSON only a text. */
  get layers(): number {
    return this.#json?.layers ?? 0;
  }

  get isQuoted(): boolean {
    return this.#json?.isQuoted ?? this.#isQuoted;
  }

  /** Inside of how many strings; 0 where JSON has brackets and numbers. */
  get strings(): number {
    return this.#json?.strings ?? 0;
  }

  /** Where the JSON began that one is in, from the beginning of the text. */
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

  /** Quotes end with their line at the latest. */
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

/** JSON (RFC 8259), and in its strings any text. */
export class JsonPlace implements Place {
  readonly #isEmbedded: boolean;
  readonly #depth: number;
  #open = 0;
  #string: TextPlace | undefined;
  /** As much as has come of an escape. */
  #escape = "";
  #isOver = false;

  /** `whole`: whatever comes. `embedded`: to its last bracket, or to a string that is none. */
  constructor(extent: "whole" | "embedded", depth = 0) {
    this.#isEmbedded = extent === "embedded";
    this.#depth = depth;
  }

  /** Whether what follows is something else. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Where a string is missing, as where it is one: models leave the quotes out. */
  get layers(): number {
    return 1 + (this.#string?.layers ?? 0);
  }

  get isQuoted(): boolean {
    return this.#string?.isQuoted ?? false;
  }

  /** As of {@link TextPlace}. */
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
  ...(["b\b", "f\f", "n\n", "r\r", "t\t"] as const).map(
    ([letter, control]) => [letter, control] as [string, string],
  ),
]);

function isSpace(unit: string): boolean {
  return unit === " " || unit === "\n" || unit === "\t" || unit === "\r";
}
