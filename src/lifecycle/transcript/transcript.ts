import type { Segment } from "../../types.ts";
import { endMarker, segmentMarker, tagFor } from "./marker.ts";
import { countLetters, type LetterPattern, letterPattern } from "./scan.ts";

/**
 * A prompt as the single text that the guard accepts. One segment is its own transcript; several
 * are concatenated, each below a marker line, with an end marker at the end.
 */
export interface Transcript {
  readonly text: string;
  /**
   * Splits a rewrite of `text` into the texts of the segments, each exactly the text between its
   * markers; undefined if that is not possible with certainty.
   */
  split(rewritten: string): readonly string[] | undefined;
  /**
   * Other texts for the same segments, in the same format.
   *
   * @throws RangeError if their number differs.
   */
  render(texts: readonly string[]): string;
}

/**
 * Renders `segments`. `random` returns numbers from 0 (inclusive) to 1 (exclusive) and must be
 * unpredictable for the authors of the segments, because it chooses the tag. The tag is verified to
 * occur in the markers only, compared by letters: in no segment and across no boundary, in any case
 * and with anything in between.
 */
export function renderTranscript(segments: readonly Segment[], random: () => number): Transcript {
  if (segments.length > 1) return renderSeveral(segments, random);
  const only = segments[0];
  return only === undefined ? NOTHING : new SingleTranscript(only.text);
}

class SingleTranscript implements Transcript {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  split(rewritten: string): readonly string[] {
    return [rewritten];
  }

  render(texts: readonly string[]): string {
    assertCount(texts, 1);
    return texts[0] ?? "";
  }
}

const NOTHING: Transcript = {
  text: "",
  split: (rewritten) => (rewritten === "" ? [] : undefined),
  render(texts) {
    assertCount(texts, 0);
    return "";
  },
};

/** The markers of a transcript, the end marker last, and the letters of their tag. */
interface Markers {
  readonly lines: readonly string[];
  readonly tag: LetterPattern;
}

function renderSeveral(segments: readonly Segment[], random: () => number): Transcript {
  const texts = segments.map((segment) => segment.text);
  // Terminates, because tags grow, and one longer than the texts cannot occur in them.
  for (let attempt = 0; ; attempt += 1) {
    const tag = tagFor(attempt, random);
    const lines = segments.map((segment, index) => segmentMarker(segment.role, index, tag));
    lines.push(endMarker(tag));
    const markers: Markers = { lines, tag: letterPattern(tag) };
    const text = joinUnder(lines, texts);
    if (countLetters(text, markers.tag) === lines.length)
      return new MarkedTranscript(text, markers);
  }
}

class MarkedTranscript implements Transcript {
  readonly text: string;
  readonly #markers: Markers;

  constructor(text: string, markers: Markers) {
    this.text = text;
    this.#markers = markers;
  }

  split(rewritten: string): readonly string[] | undefined {
    const { lines, tag } = this.#markers;
    // With as many tags as markers, finding every marker in order means that each occurs once.
    if (countLetters(rewritten, tag) !== lines.length) return undefined;
    const texts: string[] = [];
    let from = 0;
    for (const [index, line] of lines.entries()) {
      const at = rewritten.indexOf(line, from);
      if (at < 0) return undefined;
      if (index > 0) texts.push(unpad(rewritten, from, at));
      else if (!isBlank(rewritten, 0, at)) return undefined;
      from = at + line.length;
    }
    return isBlank(rewritten, from, rewritten.length) ? texts : undefined;
  }

  render(texts: readonly string[]): string {
    assertCount(texts, this.#markers.lines.length - 1);
    return joinUnder(this.#markers.lines, texts);
  }
}

function joinUnder(lines: readonly string[], texts: readonly string[]): string {
  let joined = "";
  for (let index = 0; index < texts.length; index += 1) {
    joined += `${lines[index]}\n${texts[index]}\n`;
  }
  return joined + lines[texts.length];
}

/**
 * The text between two markers, without the line breaks next to them. What follows the first marker
 * shows what a guard made of those line breaks (`\r\n`, a space, nothing); if it is `\n`, they are
 * unchanged, and nothing else is removed.
 */
function unpad(text: string, from: number, to: number): string {
  const found = separatorAt(text, from, to);
  const start = from + found.length;
  const separator = found === "" ? "\n" : found;
  const end = to - separator.length;
  return text.slice(start, end >= start && text.startsWith(separator, end) ? end : to);
}

function separatorAt(text: string, from: number, to: number): string {
  if (from === to) return "";
  const first = text.charAt(from);
  if (first === "\r" && from + 1 < to && text.charAt(from + 1) === "\n") return "\r\n";
  return first === "\n" || first === "\r" || first === " " ? first : "";
}

function isBlank(text: string, from: number, to: number): boolean {
  return text.slice(from, to).trim() === "";
}

function assertCount(texts: readonly string[], expected: number): void {
  if (texts.length === expected) return;
  throw new RangeError(`Expected ${expected} texts for the transcript, got ${texts.length}.`);
}
