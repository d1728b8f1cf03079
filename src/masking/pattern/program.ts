import { type Assertion, type Node, PatternError, parsePattern } from "./syntax.ts";

/**
 * Maximum size of a compiled pattern: run time is proportional to it times the length of the text.
 */
const MAX_INSTRUCTIONS = 2_000;
const TOO_LARGE = "is too large";

/** Number of ASCII characters. */
export const ASCII = 128;

/** One instruction of a machine that follows all paths through a pattern at once. */
export type Instruction =
  | {
      readonly op: "char";
      readonly matches: (code: number) => boolean;
      /** The results of `matches` for all ASCII characters. */
      readonly ascii: Uint8Array;
      readonly isWhole: boolean;
    }
  | { readonly op: "second half"; readonly matches: (codePoint: number) => boolean }
  | { readonly op: "split"; first: number; second: number }
  | { readonly op: "jump"; to: number }
  | { readonly op: "assert"; readonly what: Assertion }
  | { readonly op: "match" };

/** A compiled pattern; it starts at the first instruction. */
export type Program = readonly Instruction[];

/** Throws `PatternError` for lookaround, backreferences, and patterns that are too large. */
export function programOf(pattern: RegExp): Program {
  const program: Instruction[] = [];
  emitNode(parsePattern(pattern), program, pattern.source);
  program.push({ op: "match" });
  return program;
}

/** The ASCII table of each `matches` function, shared because a repetition repeats the function. */
const ASCII_OF = new WeakMap<(code: number) => boolean, Uint8Array>();

function asciiOf(matches: (code: number) => boolean): Uint8Array {
  const known = ASCII_OF.get(matches);
  if (known !== undefined) return known;
  const ascii = Uint8Array.from({ length: ASCII }, (_, code) => (matches(code) ? 1 : 0));
  ASCII_OF.set(matches, ascii);
  return ascii;
}

function emitNode(node: Node, program: Instruction[], source: string): void {
  if (program.length > MAX_INSTRUCTIONS) throw new PatternError(source, TOO_LARGE);
  switch (node.kind) {
    case "char": {
      const { matches, isWhole } = node;
      program.push({ op: "char", matches, isWhole, ascii: asciiOf(matches) });
      return;
    }
    case "second half":
      program.push({ op: "second half", matches: node.matches });
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
  const isOpen = node.max === Number.POSITIVE_INFINITY;
  if ((isOpen ? node.min : node.max) > MAX_INSTRUCTIONS) throw new PatternError(source, TOO_LARGE);
  for (let i = 0; i < node.min; i++) emitNode(node.body, program, source);
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
