/**
 * A second implementation for guard answers, deliberately different: a small parser of its own that
 * keeps every member as it was written, where the client uses the platform's parser.
 */
type Value = string | number | boolean | null | Value[] | Written;

class Written {
  readonly members: [string, Value][] = [];
}

class NotJson extends Error {}

/** Whether the answer proves that the call with `id` is allowed. */
export function isProofOfAllow(status: number, text: string, id: string): boolean {
  const answer = parse(text);
  if (status !== 200 || !(answer instanceof Written)) return false;
  const names = answer.members.map(([name]) => name);
  if (new Set(names).size !== names.length) return false;
  const members = new Map(answer.members);
  if (members.get("allowed") !== true) return false;
  const theirs = members.get("client_event_id");
  if (members.has("client_event_id")) {
    if (typeof theirs !== "string" || theirs.toUpperCase() !== id.toUpperCase()) return false;
  }
  const rewrite = members.get("transformed_input") ?? null;
  return rewrite === null || typeof rewrite === "string";
}

/** Whether any `allowed` of the outermost object is false. */
export function ownFalseSomewhere(text: string): boolean {
  const answer = parse(text);
  if (!(answer instanceof Written)) return false;
  return answer.members.some(([name, value]) => name === "allowed" && value === false);
}

function parse(text: string): Value | undefined {
  try {
    return new Reader(text).whole();
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Value {
    const value = this.#value();
    if (this.#at !== this.#text.length) throw new NotJson();
    return value;
  }

  #value(): Value {
    this.#match(/[ \t\n\r]*/y);
    const value = this.#bare();
    this.#match(/[ \t\n\r]*/y);
    return value;
  }

  #bare(): Value {
    if (this.#match(/\{/y) !== undefined) return this.#object();
    if (this.#match(/\[/y) !== undefined) return this.#list();
    if (this.#text[this.#at] === '"') return this.#string();
    const word = this.#match(/true|false|null/y);
    if (word !== undefined) return word === "null" ? null : word === "true";
    const number = this.#match(/-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y);
    if (number === undefined) throw new NotJson();
    return Number(number);
  }

  #object(): Written {
    const written = new Written();
    this.#match(/[ \t\n\r]*/y);
    if (this.#match(/\}/y) !== undefined) return written;
    do {
      this.#match(/[ \t\n\r]*/y);
      const name = this.#string();
      this.#match(/[ \t\n\r]*/y);
      if (this.#match(/:/y) === undefined) throw new NotJson();
      written.members.push([name, this.#value()]);
    } while (this.#match(/,/y) !== undefined);
    if (this.#match(/\}/y) === undefined) throw new NotJson();
    return written;
  }

  #list(): Value[] {
    const list: Value[] = [];
    this.#match(/[ \t\n\r]*/y);
    if (this.#match(/\]/y) !== undefined) return list;
    do list.push(this.#value());
    while (this.#match(/,/y) !== undefined);
    if (this.#match(/\]/y) === undefined) throw new NotJson();
    return list;
  }

  #string(): string {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings may not hold them bare.
    const quoted = this.#match(/"([^"\\\u0000-\u001f]|\\(["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y);
    if (quoted === undefined) throw new NotJson();
    return quoted
      .slice(1, -1)
      .replace(/\\(?:u(.{4})|(.))/g, (_all, hex: string | undefined, letter: string) =>
        hex === undefined ? (ESCAPES[letter] ?? "") : String.fromCharCode(Number.parseInt(hex, 16)),
      );
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}
