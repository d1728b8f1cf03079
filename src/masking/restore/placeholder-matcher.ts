import { MAX_ESCAPES } from "../placeholder-form.ts";
import type { AnyVault } from "../vault.ts";
import type { Encoding } from "./encode.ts";
import { ENCODINGS, spellingsOf } from "./encoded-mark.ts";

const BACKSLASH = 92;

interface TrieNode {
  readonly next: Map<number, TrieNode>;
  /** The placeholder that ends at this node. */
  placeholder: string | undefined;
}

/** A placeholder found in a text. */
export interface PlaceholderMatch {
  readonly start: number;
  readonly end: number;
  /** Undefined if the text ends before the placeholder is complete. */
  readonly placeholder: string | undefined;
  /** How its punctuation is encoded; undefined if it is not. */
  readonly encoding?: Encoding | undefined;
}

/** No placeholder here, whatever follows. */
const NO = -1;
/** Not a placeholder yet, but the following text could complete one. */
const MAYBE = -2;

/** A candidate: `start` includes the escape, `opening` is after it. */
interface Beginning {
  readonly start: number;
  readonly opening: number;
  readonly needsEscapedEnd: boolean;
}

type Attempt = PlaceholderMatch | typeof NO | typeof MAYBE;

/**
 * Finds the placeholders of a vault as models write them: in any case, and with backslashes before
 * punctuation (`[EMAIL\_1]`, `\[EMAIL_1\]`).
 */
export class PlaceholderMatcher {
  readonly #root: TrieNode = { next: new Map(), placeholder: undefined };
  /** Code units that a placeholder can begin with. */
  readonly #beginnings = new Set<number>();

  readonly #decodes: boolean;

  /** `decodes`: also finds placeholders in links and HTML, where their punctuation is encoded. */
  constructor(vault: AnyVault, { decodes = false }: { readonly decodes?: boolean } = {}) {
    this.#decodes = decodes;
    for (const placeholder of vault.placeholders()) this.#insert(placeholder);
    if (this.#beginnings.size === 0) return;
    this.#beginnings.add(BACKSLASH);
    if (decodes) for (const mark of ENCODINGS.keys()) this.#beginnings.add(mark.charCodeAt(0));
  }

  /**
   * Whether a placeholder can begin anywhere in `text`; a quick check that rules out most texts.
   */
  canBeginIn(text: string): boolean {
    for (const code of this.#beginnings) if (text.includes(String.fromCharCode(code))) return true;
    return false;
  }

  /**
   * The first position at or after `from` with a placeholder (`placeholder` is set), or where the
   * rest of the text could still become one. `before` is the text before this one.
   */
  next(text: string, from: number, before = ""): PlaceholderMatch | undefined {
    for (let at = from; at < text.length; at++) {
      if (!this.#beginnings.has(text.charCodeAt(at))) continue;
      const ahead = at === 0 ? before : text.charAt(at - 1);
      const plain = this.#matchAt(text, at, ahead);
      const match =
        typeof plain === "object" ? plain : either(plain, this.#decode(text, at, ahead));
      if (match === MAYBE) return { start: at, end: text.length, placeholder: undefined };
      if (match !== NO) return match;
    }
    return undefined;
  }

  /** The match of `\[EMAIL_1\]` includes its first backslash; that of `C:\[EMAIL_1]` does not. */
  #matchAt(text: string, at: number, before: string): Attempt {
    if (text.charCodeAt(at) !== BACKSLASH)
      return this.#walk(text, { start: at, opening: at, needsEscapedEnd: false });
    // Only a complete run of backslashes can be an escape.
    if (before === "\\") return NO;
    let opening = at;
    while (opening - at < MAX_ESCAPES && text.charCodeAt(opening) === BACKSLASH) opening++;
    if (opening === text.length) return MAYBE;
    return this.#walk(text, { start: at, opening, needsEscapedEnd: true });
  }

  #walk(text: string, { start, opening, needsEscapedEnd }: Beginning): Attempt {
    let node: TrieNode | undefined = this.#root;
    let escapes = 0;
    for (let at = opening; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH && at > opening) {
        if (++escapes > MAX_ESCAPES) return NO;
        continue;
      }
      // Letters and digits are never escaped.
      if (escapes > 0 && isAlnum(code)) return NO;
      node = node.next.get(folded(code));
      if (node === undefined) return NO;
      if (node.placeholder !== undefined) {
        if (needsEscapedEnd && escapes === 0) return NO;
        return { start, end: at + 1, placeholder: node.placeholder };
      }
      escapes = 0;
    }
    return MAYBE;
  }

  #decode(text: string, at: number, before: string): Attempt {
    const encoding = this.#decodes ? ENCODINGS.get(text.charAt(at)) : undefined;
    // The last backslash of a run may itself be escaped.
    if (encoding === undefined || (encoding === "json" && before === "\\")) return NO;
    let node = this.#root;
    for (let end = at; end < text.length; ) {
      const step = stepFrom(node, text, { at: end, encoding });
      if (typeof step === "number") return step;
      node = step.node;
      end = step.end;
      const { placeholder } = node;
      if (placeholder !== undefined) return { start: at, end, placeholder, encoding };
    }
    return MAYBE;
  }

  #insert(placeholder: string): void {
    let node = this.#root;
    for (let i = 0; i < placeholder.length; i++) {
      const code = folded(placeholder.charCodeAt(i));
      const next: TrieNode = node.next.get(code) ?? { next: new Map(), placeholder: undefined };
      node.next.set(code, next);
      node = next;
    }
    node.placeholder = placeholder;
    this.#beginnings.add(placeholder.charCodeAt(0));
  }
}

/** The first attempt, or the second if the first excludes a match. */
function either(first: typeof NO | typeof MAYBE, second: Attempt): Attempt {
  return first === MAYBE && second === NO ? first : second;
}

/**
 * Advances by one character. Letters and digits are never encoded, punctuation is, except where
 * links and HTML leave it as it is.
 */
function stepFrom(
  { next }: TrieNode,
  text: string,
  { at, encoding }: { readonly at: number; readonly encoding: Encoding },
): { readonly node: TrieNode; readonly end: number } | typeof NO | typeof MAYBE {
  if (ENCODINGS.get(text.charAt(at)) !== encoding) {
    const node = next.get(folded(text.charCodeAt(at)));
    return node === undefined ? NO : { node, end: at + 1 };
  }
  let answer: typeof NO | typeof MAYBE = NO;
  for (const [code, node] of next) {
    if (isAlnum(code)) continue;
    for (const spelling of spellingsOf(String.fromCharCode(code), encoding)) {
      const end = at + spelling.length;
      const there = text.slice(at, end).toUpperCase();
      if (there === spelling) return { node, end };
      if (end > text.length && spelling.startsWith(there)) answer = MAYBE;
    }
  }
  return answer;
}

function isAlnum(code: number): boolean {
  return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122);
}

function folded(code: number): number {
  return code >= 97 && code <= 122 ? code - 32 : code;
}
