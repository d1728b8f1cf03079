import type { Stretch } from "../text/stretch.ts";
import { ASCII, type Instruction, type Program, programOf } from "./program.ts";
import { isFirstHalf } from "./syntax.ts";
import { reachedFrom, Threads } from "./threads.ts";

/**
 * How far after a match to look for a longer one. Without a limit, `a(.*b)?` would read the rest of
 * the text again for every `a`.
 */
const MAX_LOOK_ON = 256;

/** Whether `value` is a regular expression of any realm: tests may run in contexts of their own. */
export function isPattern(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === "[object RegExp]";
}

/**
 * A regular expression with run time linear in the text, whatever the pattern, because it follows
 * all paths at once (R. Cox, "Regular Expression Matching: the Virtual Machine Approach", after K.
 * Thompson and R. Pike). Matches are those of JavaScript: leftmost, first branch first.
 */
export class LinearPattern {
  readonly #program: Program;
  /**
   * For each instruction: the character instructions reachable from it without reading a character.
   */
  readonly #reached: readonly (Int32Array | undefined)[];
  /**
   * For each ASCII character: whether a match can begin with it. Undefined if that depends on the
   * position, or if a match can be empty.
   */
  readonly #beginnings: Uint8Array | undefined;

  /** Throws `PatternError` for lookaround, backreferences, and patterns that are too large. */
  constructor(pattern: RegExp) {
    const program = programOf(pattern);
    this.#program = program;
    this.#reached = program.map((_, at) => reachedFrom(program, at));
    this.#beginnings = beginningsOf(program, this.#reached[0]);
  }

  /** Whether the whole text matches. */
  matchesAll(text: string): boolean {
    const found = this.findFrom(text, 0, true);
    return found !== undefined && found.end === text.length;
  }

  /** All non-empty matches, from left to right. */
  *findAll(text: string): Generator<Stretch> {
    let at = 0;
    while (at < text.length) {
      const found = this.findFrom(text, at, false);
      if (found === undefined) return;
      if (found.end > found.start) yield found;
      at = Math.max(found.end, found.start + 1);
    }
  }

  /** The first match at or after `from`. `isWhole`: only from `from` to the end of the text. */
  findFrom(text: string, from: number, isWhole: boolean): Stretch | undefined {
    const program = this.#program;
    let current = new Threads(program, this.#reached);
    let next = new Threads(program, this.#reached);
    let best: Stretch | undefined;
    for (let at = from; at <= text.length; at++) {
      if (current.count === 0 && best === undefined && !isWhole) at = this.#nextBeginning(text, at);
      if (best === undefined && (!isWhole || at === from))
        current.add({ at: 0, text, index: at }, at);
      if (current.count === 0 && (best !== undefined || isWhole)) break;
      if (best !== undefined && at - best.end > MAX_LOOK_ON) break;
      for (let i = 0; i < current.count; i++) {
        const instruction = program[current.at(i)] as Instruction;
        if (instruction.op === "match") {
          if (isWhole && at < text.length) continue;
          best = { start: current.startOf(i), end: at };
          // The remaining threads have lower priority.
          break;
        }
        if (at === text.length || !reads(instruction, text, at)) continue;
        const place = current.at(i) + 1;
        if (!next.addReached(place, current.startOf(i))) {
          next.add({ at: place, text, index: at + 1 }, current.startOf(i));
        }
      }
      [current, next] = [next, current];
      next.clear();
    }
    return best;
  }

  /**
   * The next position at or after `from` where a match can begin; the end of the text if there is
   * none.
   */
  #nextBeginning(text: string, from: number): number {
    const beginnings = this.#beginnings;
    if (beginnings === undefined) return from;
    let at = from;
    while (at < text.length && beginnings[text.charCodeAt(at)] === 0) at++;
    return at;
  }
}

/** Whether an instruction reads the code unit at `at`. */
function reads(instruction: Instruction, text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (instruction.op === "char") {
    if (code < ASCII) return instruction.ascii[code] === 1;
    return !(instruction.isWhole && isHalf(text, at)) && instruction.matches(code);
  }
  // The first half was read before.
  return (
    instruction.op === "second half" &&
    isSecondHalf(code) &&
    instruction.matches(text.codePointAt(at - 1) as number)
  );
}

/** Whether the code unit at `at` is part of a surrogate pair. */
function isHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isSecondHalf(code)) return at > 0 && isFirstHalf(text.charCodeAt(at - 1));
  return isFirstHalf(code) && isSecondHalf(text.charCodeAt(at + 1));
}

function isSecondHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function beginningsOf(program: Program, first: Int32Array | undefined): Uint8Array | undefined {
  if (first === undefined) return undefined;
  const beginnings = new Uint8Array(ASCII);
  for (const at of first) {
    const instruction = program[at] as Instruction;
    // An empty match can begin anywhere.
    if (instruction.op !== "char") return undefined;
    for (let code = 0; code < ASCII; code++) beginnings[code] ||= instruction.ascii[code] ?? 0;
  }
  return beginnings;
}
