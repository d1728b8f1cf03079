/** One element of a pattern. */
export type Node =
  | {
      readonly kind: "char";
      readonly matches: (code: number) => boolean;
      /** Whether it does not read half of a surrogate pair. */
      readonly isWhole: boolean;
    }
  | { readonly kind: "second half"; readonly matches: (codePoint: number) => boolean }
  | { readonly kind: "sequence"; readonly parts: readonly Node[] }
  | { readonly kind: "choice"; readonly branches: readonly Node[] }
  | {
      readonly kind: "repeat";
      readonly body: Node;
      readonly min: number;
      readonly max: number;
      readonly isLazy: boolean;
    }
  | { readonly kind: "assert"; readonly what: Assertion };

/** What an element that reads no character requires of its position. */
export type Assertion = "start" | "end" | "line start" | "line end" | "boundary" | "inside";

/** Thrown for invalid syntax, or syntax that cannot be matched in linear time. */
export class PatternError extends Error {
  constructor(source: string, reason: string) {
    super(`pattern /${source}/ ${reason}`);
    this.name = "PatternError";
  }
}

/** Parses the regular subset of a regular expression: no backreferences, no lookaround. */
export function parsePattern(pattern: RegExp): Node {
  return new Parser(pattern.source, pattern.flags.replace(/[gyd]/g, "")).parse();
}

/** The maximum length of a match; infinite if unbounded. */
export function longestMatch(node: Node): number {
  switch (node.kind) {
    case "assert":
      return 0;
    case "char":
    case "second half":
      return 1;
    case "sequence":
      return node.parts.reduce((sum, part) => sum + longestMatch(part), 0);
    case "choice":
      return Math.max(...node.branches.map(longestMatch));
    case "repeat":
      return node.max * longestMatch(node.body);
  }
}

/** The minimum length of a match. */
export function shortestMatch(node: Node): number {
  switch (node.kind) {
    case "assert":
      return 0;
    case "char":
    case "second half":
      return 1;
    case "sequence":
      return node.parts.reduce((sum, part) => sum + shortestMatch(part), 0);
    case "choice":
      return Math.min(...node.branches.map(shortestMatch));
    case "repeat":
      return node.min * shortestMatch(node.body);
  }
}

/** A surrogate pair as two escapes. */
const ESCAPED_PAIR = /^\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/i;

/** Sources of one character that a surrogate pair may match; patterns get larger by each. */
const MAY_BE_PAIR = /^\.$|^\[\^|[^\p{ASCII}]|\\[upPSDW]/u;

/** Whether a code unit is the first half of a surrogate pair. */
export function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

class Parser {
  readonly #source: string;
  readonly #flags: string;
  /** Whether a surrogate pair is one character. */
  readonly #isUnicode: boolean;
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
    this.#isUnicode = /[uv]/.test(flags);
  }

  parse(): Node {
    const node = this.#choice();
    if (this.#at < this.#source.length) this.#fail("has a bracket too many");
    return node;
  }

  #choice(): Node {
    const branches = [this.#sequence()];
    while (this.#take("|")) branches.push(this.#sequence());
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : { kind: "choice", branches };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#source.length && !"|)".includes(this.#peek())) {
      parts.push(this.#quantified(this.#atom()));
    }
    return { kind: "sequence", parts };
  }

  #quantified(body: Node): Node {
    const match = /^(?:([*+?])|\{(\d{1,16})(?:(,)(\d{0,16}))?\})(\??)/.exec(
      this.#source.slice(this.#at, this.#at + 36),
    );
    if (match === null) return body;
    this.#at += match[0].length;
    const [, symbol, low, comma, high, lazy] = match;
    const min = symbol === undefined ? Number(low) : symbol === "+" ? 1 : 0;
    const open = symbol === undefined ? comma === "," && high === "" : symbol !== "?";
    const max = open ? Number.POSITIVE_INFINITY : symbol === "?" ? 1 : Number(high || low);
    return { kind: "repeat", body, min, max, isLazy: lazy === "?" };
  }

  #atom(): Node {
    if (this.#take("(")) return this.#group();
    const isOfLine = this.#flags.includes("m");
    if (this.#take("^")) return { kind: "assert", what: isOfLine ? "line start" : "start" };
    if (this.#take("$")) return { kind: "assert", what: isOfLine ? "line end" : "end" };
    if (this.#peek() === "[") return this.#char(this.#class());
    if (this.#peek() === "\\") return this.#escape();
    return this.#char(this.#next());
  }

  /** The next character of the source. */
  #next(): string {
    const next = this.#isUnicode
      ? String.fromCodePoint(this.#source.codePointAt(this.#at) as number)
      : this.#source.charAt(this.#at);
    this.#at += next.length;
    return next;
  }

  #group(): Node {
    if (this.#take("?")) {
      if (this.#take("<") && /^[=!]/.test(this.#peek())) this.#fail("looks behind");
      else if (this.#source.charAt(this.#at - 1) === "<")
        this.#at = this.#source.indexOf(">", this.#at) + 1;
      else if (!this.#take(":")) this.#fail("looks ahead");
    }
    const inside = this.#choice();
    if (!this.#take(")")) this.#fail("has a group that does not close");
    return inside;
  }

  /** The source of a character class, including its brackets. */
  #class(): string {
    const from = this.#at++;
    while (this.#at < this.#source.length && this.#peek() !== "]") {
      this.#at += this.#peek() === "\\" ? 2 : 1;
    }
    this.#at++;
    return this.#source.slice(from, this.#at);
  }

  #escape(): Node {
    const pair = this.#isUnicode
      ? ESCAPED_PAIR.exec(this.#source.slice(this.#at, this.#at + 12))
      : null;
    const match =
      pair ??
      /^\\(?:u\{[0-9a-f]{1,6}\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[pP]\{[\w=]{1,40}\}|c[a-z]|.)/i.exec(
        this.#source.slice(this.#at, this.#at + 48),
      );
    const escaped = match?.[0] ?? "";
    this.#at += escaped.length;
    if (escaped === "\\b") return { kind: "assert", what: "boundary" };
    if (escaped === "\\B") return { kind: "assert", what: "inside" };
    if (/^\\(?:[1-9]|k)/.test(escaped)) this.#fail("refers back");
    return this.#char(escaped);
  }

  /** One character, tested by the engine's own interpretation of its source, once per code unit. */
  #char(source: string): Node {
    const one = this.#read(source === "/" ? "\\/" : source);
    const known = new Map<number, boolean>();
    const matches = (code: number): boolean => {
      let answer = known.get(code);
      if (answer === undefined) {
        answer = one.test(String.fromCharCode(code));
        known.set(code, answer);
      }
      return answer;
    };
    const unit: Node = { kind: "char", matches, isWhole: this.#isUnicode };
    if (!this.#isUnicode || !MAY_BE_PAIR.test(source)) return unit;
    const first: Node = { kind: "char", matches: isFirstHalf, isWhole: false };
    const second: Node = {
      kind: "second half",
      matches: (codePoint) => one.test(String.fromCodePoint(codePoint)),
    };
    return { kind: "choice", branches: [unit, { kind: "sequence", parts: [first, second] }] };
  }

  /** Compiles a part by itself. Fails for a part of a nested class, which the `v` flag allows. */
  #read(source: string): RegExp {
    try {
      return new RegExp(`^${source}$`, this.#flags);
    } catch {
      return this.#fail(`has a part (${source}) that cannot be read by itself`);
    }
  }

  #peek(): string {
    return this.#source.charAt(this.#at);
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at++;
    return true;
  }

  #fail(reason: string): never {
    throw new PatternError(this.#source, `${reason}, which cannot be matched in bounded time`);
  }
}
