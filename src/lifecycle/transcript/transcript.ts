import type { Segment } from "../../types.ts";
import { endMarker, segmentMarker, tagFor } from "./marker.ts";
import { countLetters, type LetterPattern, letterPattern } from "./scan.ts";

/**
 * A prompt as the one text that the guard takes. A single segment is its own transcript; several
 * stand one below the other, each under a marker line, with an end marker after the last.
 */
export interface Transcript {
  readonly text: string;
  /**
   * The segments' texts out of a rewrite of `text`, one for each segment and nothing but what
   * stands between its own markers; undefined when the rewrite cannot be told apart with certainty.
   */
  split(rewritten: string): readonly string[] | undefined;
  /** Other texts for the same segments, rendered alike. Throws a `RangeError` on another number of texts. */
  render(texts: readonly string[]): string;
}

/**
 * Renders `segments`. `random` yields numbers from 0 up to but not including 1, and should be
 * unpredictable to whoever writes the segments: it chooses the markers' tag. The tag is proven to
 * stand nowhere but in the markers, by its letters alone: in no segment, across no join, in no
 * case and with whatever between them.
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

/** Markers of one transcript, the end marker last, and the letters of their tag. */
interface Markers {
  readonly lines: readonly string[];
  readonly tag: LetterPattern;
}

function renderSeveral(segments: readonly Segment[], random: () => number): Transcript {
  const texts = segments.map((segment) => segment.text);
  // Ends, because tags grow and one that is longer than the texts cannot stand in them.
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
    // As many tags as markers, so that finding every marker in order means finding it once.
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
 * The text between two markers without the line break that follows the one and precedes the
 * other. What stands after the first marker shows what a guard made of those breaks (`\r\n`, a
 * space, nothing); an untouched one is always `\n`, and then nothing else is taken off.
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
