import { codeIn, isWord } from "../text/chars.ts";
import type { Program } from "./program.ts";
import type { Assertion } from "./syntax.ts";

/** Larger sets are not precomputed, because every thread iterates over its set. */
const MAX_REACHED = 8;

/**
 * The instructions reachable from `from` without reading a character, by priority. Undefined if
 * there is an assertion on the way, which depends on the position, or if the set is too large to
 * keep.
 */
export function reachedFrom(program: Program, from: number): Int32Array | undefined {
  const reached: number[] = [];
  const seen = new Set<number>();
  const pending = [from];
  while (pending.length > 0) {
    const at = pending.pop() as number;
    if (seen.has(at)) continue;
    seen.add(at);
    const instruction = program[at] as Program[number];
    if (instruction.op === "assert" || seen.size > MAX_REACHED) return undefined;
    if (instruction.op === "jump") pending.push(instruction.to);
    else if (instruction.op === "split") pending.push(instruction.second, instruction.first);
    else reached.push(at);
  }
  return Int32Array.from(reached);
}

/** A thread's position in the program and in the text. */
export interface Place {
  readonly at: number;
  readonly text: string;
  readonly index: number;
}

/** The open paths through the program, by priority; each instruction at most once. */
export class Threads {
  count = 0;
  readonly #program: Program;
  readonly #reached: readonly (Int32Array | undefined)[];
  readonly #instructions: Int32Array;
  readonly #starts: Int32Array;
  /** For each instruction: the round in which it was last reached. */
  readonly #seen: Int32Array;
  #round = 1;

  constructor(program: Program, reached: readonly (Int32Array | undefined)[]) {
    this.#program = program;
    this.#reached = reached;
    this.#instructions = new Int32Array(program.length);
    this.#starts = new Int32Array(program.length);
    this.#seen = new Int32Array(program.length);
  }

  at(thread: number): number {
    return this.#instructions[thread] as number;
  }

  startOf(thread: number): number {
    return this.#starts[thread] as number;
  }

  clear(): void {
    this.count = 0;
    this.#round++;
  }

  /** `add` with a precomputed set; returns false if there is none. */
  addReached(at: number, start: number): boolean {
    const reached = this.#reached[at];
    if (reached === undefined) return false;
    for (let i = 0; i < reached.length; i++) this.#keep(reached[i] as number, start);
    return true;
  }

  /** Follows all instructions that read no character. The work is bounded by the program's size. */
  add(place: Place, start: number): void {
    if (this.addReached(place.at, start)) return;
    const pending = [place.at];
    while (pending.length > 0) {
      const at = pending.pop() as number;
      const instruction = this.#program[at] as Program[number];
      const { op } = instruction;
      if (op === "char" || op === "second half" || op === "match") this.#keep(at, start);
      if (this.#seen[at] === this.#round) continue;
      this.#seen[at] = this.#round;
      if (instruction.op === "jump") pending.push(instruction.to);
      else if (instruction.op === "split") pending.push(instruction.second, instruction.first);
      else if (instruction.op === "assert" && holds(instruction.what, place.text, place.index)) {
        pending.push(at + 1);
      }
    }
  }

  #keep(at: number, start: number): void {
    if (this.#seen[at] === this.#round) return;
    this.#seen[at] = this.#round;
    this.#instructions[this.count] = at;
    this.#starts[this.count] = start;
    this.count++;
  }
}

/** ECMAScript's line terminators. */
const LINE_TERMINATOR = /[\n\r\u2028\u2029]/;

function holds(what: Assertion, text: string, at: number): boolean {
  switch (what) {
    case "start":
      return at === 0;
    case "end":
      return at === text.length;
    case "line start":
      return at === 0 || LINE_TERMINATOR.test(text.charAt(at - 1));
    case "line end":
      return at === text.length || LINE_TERMINATOR.test(text.charAt(at));
    default:
      return (isWord(codeIn(text, at - 1)) !== isWord(codeIn(text, at))) === (what === "boundary");
  }
}
