import { isWordAt } from "../text/chars.ts";
import { type Node, PatternError, parsePattern } from "./syntax.ts";

/** Most instructions a pattern may come to: time is their number times the length of the text. */
const MAX_INSTRUCTIONS = 2_000;

/**
 * How far behind a match a longer one is looked for. Without a limit `a(.*b)?` would read the rest
 * of the text again for every `a`.
 */
const MAX_LOOK_ON = 256;

type Instruction =
  | { readonly op: "char"; readonly matches: (code: number) => boolean }
  | { readonly op: "split"; first: number; second: number }
  | { readonly op: "jump"; to: number }
  | { readonly op: "assert"; readonly what: "start" | "end" | "boundary" | "inside" }
  | { readonly op: "match" };

/** Where a pattern was found. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/**
 * A regular expression that takes time linear in the text whatever it says, because it follows all
 * its ways at once (R. Cox, "Regular Expression Matching: the Virtual Machine Approach", after
 * K. Thompson and R. Pike). Matches are those of JavaScript: leftmost, first branch first.
 */
export class LinearPattern {
  readonly #program: readonly Instruction[];

  /** Throws `PatternError` for lookaround, backreferences, and patterns that are too large. */
  constructor(pattern: RegExp) {
    const program: Instruction[] = [];
    emitNode(parsePattern(pattern), program, pattern.source);
    program.push({ op: "match" });
    this.#program = program;
  }

  /** Whether the whole text matches. */
  matchesAll(text: string): boolean {
    const found = this.findFrom(text, 0, true);
    return found !== undefined && found.end === text.length;
  }

  /** All matches that are not empty, from left to right. */
  *findAll(text: string): Generator<Match> {
    let at = 0;
    while (at < text.length) {
      const found = this.findFrom(text, at, false);
      if (found === undefined) return;
      if (found.end > found.start) yield found;
      at = Math.max(found.end, found.start + 1);
    }
  }

  /** The first match at or after `from`. `isWhole`: only from `from` to the end of the text. */
  findFrom(text: string, from: number, isWhole: boolean): Match | undefined {
    const program = this.#program;
    let current = new Threads(program.length);
    let next = new Threads(program.length);
    let best: Match | undefined;
    for (let at = from; at <= text.length; at++) {
      if (best === undefined && (!isWhole || at === from))
        current.add(program, { at: 0, text, index: at }, at);
      if (current.count === 0 && (best !== undefined || isWhole)) break;
      if (best !== undefined && at - best.end > MAX_LOOK_ON) break;
      const code = text.charCodeAt(at);
      for (let i = 0; i < current.count; i++) {
        const instruction = program[current.at(i)] as Instruction;
        if (instruction.op === "match") {
          if (isWhole && at < text.length) continue;
          best = { start: current.startOf(i), end: at };
          // Threads behind this one have lower priority.
          break;
        }
        if (instruction.op === "char" && at < text.length && instruction.matches(code)) {
          next.add(program, { at: current.at(i) + 1, text, index: at + 1 }, current.startOf(i));
        }
      }
      [current, next] = [next, current];
      next.clear();
    }
    return best;
  }
}

/** Where a thread is in the program, and in the text. */
interface Place {
  readonly at: number;
  readonly text: string;
  readonly index: number;
}

/** The ways through the program that are still open, by priority, each instruction at most once. */
class Threads {
  count = 0;
  readonly #instructions: Int32Array;
  readonly #starts: Int32Array;
  readonly #seen: Uint8Array;

  constructor(size: number) {
    this.#instructions = new Int32Array(size);
    this.#starts = new Int32Array(size);
    this.#seen = new Uint8Array(size);
  }

  at(thread: number): number {
    return this.#instructions[thread] as number;
  }

  startOf(thread: number): number {
    return this.#starts[thread] as number;
  }

  clear(): void {
    this.count = 0;
    this.#seen.fill(0);
  }

  /** Follows everything that reads no character. Program size bounds the work. */
  add(program: readonly Instruction[], place: Place, start: number): void {
    const pending = [place.at];
    while (pending.length > 0) {
      const at = pending.pop() as number;
      if (this.#seen[at] === 1) continue;
      this.#seen[at] = 1;
      const instruction = program[at] as Instruction;
      if (instruction.op === "jump") pending.push(instruction.to);
      else if (instruction.op === "split") pending.push(instruction.second, instruction.first);
      else if (instruction.op === "assert") {
        if (holds(instruction.what, place.text, place.index)) pending.push(at + 1);
      } else {
        this.#instructions[this.count] = at;
        this.#starts[this.count] = start;
        this.count++;
      }
    }
  }
}

function holds(what: "start" | "end" | "boundary" | "inside", text: string, at: number): boolean {
  if (what === "start") return at === 0;
  if (what === "end") return at === text.length;
  return (isWordAt(text, at - 1) !== isWordAt(text, at)) === (what === "boundary");
}

function emitNode(node: Node, program: Instruction[], source: string): void {
  if (program.length > MAX_INSTRUCTIONS) throw new PatternError(source, "is too large");
  switch (node.kind) {
    case "char":
      program.push({ op: "char", matches: node.matches });
      return;
    case "assert":
      program.push({ op: "assert", what: node.what });
      return;
    case "sequence":
      for (const part of node.parts) emitNode(part, program, source);
      return;
    case "choice":
      emitChoice(node.branches, program, source);
      return;
    case "repeat":
      emitRepeat(node, program, source);
  }
}

function emitChoice(branches: readonly Node[], program: Instruction[], source: string): void {
  const jumps: { op: "jump"; to: number }[] = [];
  branches.forEach((branch, index) => {
    const isLast = index === branches.length - 1;
    const split = { op: "split" as const, first: program.length + 1, second: 0 };
    if (!isLast) program.push(split);
    emitNode(branch, program, source);
    if (isLast) return;
    const jump = { op: "jump" as const, to: 0 };
    program.push(jump);
    jumps.push(jump);
    split.second = program.length;
  });
  for (const jump of jumps) jump.to = program.length;
}

function emitRepeat(
  node: Extract<Node, { kind: "repeat" }>,
  program: Instruction[],
  source: string,
): void {
  for (let i = 0; i < node.min; i++) emitNode(node.body, program, source);
  const isOpen = node.max === Number.POSITIVE_INFINITY;
  const splits: { op: "split"; first: number; second: number }[] = [];
  const optional = isOpen ? 1 : node.max - node.min;
  for (let i = 0; i < optional; i++) {
    const split = { op: "split" as const, first: 0, second: 0 };
    const start = program.length;
    program.push(split);
    splits.push(split);
    emitNode(node.body, program, source);
    if (isOpen) program.push({ op: "jump", to: start });
    split.first = start + 1;
  }
  for (const split of splits) {
    split.second = program.length;
    if (node.isLazy) [split.first, split.second] = [split.second, split.first];
  }
}
