import type { ScannedText } from "../../text/scanned-text.ts";

/** The characters of a body that is one run of them, and the most that belong to it. */
export interface Run {
  readonly characters: RegExp;
  readonly most: number;
}

/** One character class and how often it occurs: `[\w-]{60,4000}`. */
const ONE_CLASS = /^(\[[^\]]+\]|\\w)\{\d+,(\d+)\}$/;
/** Shorter bodies are read again in less time than it takes to find the end of their run. */
const FEWEST = 256;

/** The run that a long body consists of; undefined for all other bodies. */
export function runOf({ source, flags }: RegExp): Run | undefined {
  const [, characters, most] = ONE_CLASS.exec(source) ?? [];
  if (characters === undefined || Number(most) < FEWEST) return undefined;
  const sticky = `${flags.replace("y", "")}y`;
  return { characters: new RegExp(`${characters}{1,4096}`, sticky), most: Number(most) };
}

/**
 * Where the first body begins that ends with the run around `from`. Behind each earlier prefix, the
 * run is longer than a body can be: reading it again for every one of them would take thousands of
 * steps per prefix.
 */
export function lastBodyIn(text: ScannedText, from: number, { characters, most }: Run): number {
  let end = from;
  characters.lastIndex = from;
  while (characters.test(text.view)) end = characters.lastIndex;
  return end - most;
}
