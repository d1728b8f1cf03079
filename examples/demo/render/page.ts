import type { Verdict } from "../facts.ts";
import type { Act } from "../scene.ts";
import { bar, legend, spansOf, wholeMs } from "./bar.ts";
import { type Row, rowsOf } from "./rows.ts";
import type { Style } from "./style.ts";
import { COLUMNS, fitText } from "./text.ts";

const INDENT = "  ";
const WHO_COLUMNS = 10;
const WHAT_COLUMNS = 11;
const TEXT_COLUMNS = COLUMNS - INDENT.length - WHO_COLUMNS - WHAT_COLUMNS;
const BAR_COLUMNS = COLUMNS - INDENT.length - WHO_COLUMNS;
const PROSE_COLUMNS = COLUMNS - INDENT.length;

/** Maximum number of lines for a text. A transcript of four messages fits. */
const MAX_LINES = 12;
/** Maximum number of lines for a text that repeats the one above. */
const MAX_REPEATED_LINES = 2;
const REPEATED: ReadonlySet<string> = new Set(["input", "output"]);

/** The page before the first scene. */
export function openingPage(style: Style): string {
  const what = "an ordinary OpenAI client, a data plane and a model provider, all on this machine";
  return lines([
    "",
    `${INDENT}${style.paint("title", "guarded-model-client")}`,
    ...prose(`Six scenes with ${what}.`, (text) => style.paint("quiet", text), style),
    "",
  ]);
}

/** The page of a scene, from its title to its checked facts. `number` counts from 1. */
export function scenePage(act: Act, number: number, style: Style): string {
  const { scene, evidence, facts } = act;
  const account =
    evidence === undefined
      ? []
      : [
          ...rowsOf(scene, evidence).flatMap((row) => rowLines(row, style)),
          ...timeLines(act, style),
        ];
  return lines([
    heading(`${number}  ${scene.title}`, style),
    ...prose(scene.story, (text) => style.paint("quiet", text), style),
    "",
    ...account,
    "",
    ...facts.flatMap(({ claim, difference }) =>
      difference === undefined ? heldLines(claim, style) : differingLines(claim, difference, style),
    ),
    "",
  ]);
}

/** The page after the last scene: whether everything was as expected, and what was not. */
export function closingPage(verdict: Verdict, tookMs: number, style: Style): string {
  const { checked, differences } = verdict;
  const seconds = `${(tookMs / 1_000).toFixed(1)} s`;
  if (differences.length === 0) {
    const text = `${style.glyphs.holds} All ${checked} facts hold, in ${seconds}.`;
    return lines([heading("Done", style), `${INDENT}${style.paint("good", text)}`, ""]);
  }
  return lines([
    heading(`Not as it should be: ${differences.length} of ${checked}`, style),
    ...differences.flatMap((difference) =>
      hanging(style.paint("bad", style.glyphs.differs), fitProse(difference, style)),
    ),
    "",
  ]);
}

function heading(title: string, style: Style): string {
  const { rule } = style.glyphs;
  const room = COLUMNS - title.length - 4;
  const left = style.paint("quiet", rule.repeat(2));
  return `${left} ${style.paint("title", title)} ${style.paint("quiet", rule.repeat(room))}`;
}

function rowLines({ who, what, text, news }: Row, style: Style): string[] {
  const maxLines = REPEATED.has(what) ? MAX_REPEATED_LINES : MAX_LINES;
  const parts = fitText(text, { columns: TEXT_COLUMNS, maxLines, more: style.glyphs.more });
  return parts.map((part, index) => {
    const painted = news === undefined ? part : style.paint(news, part);
    const labels = index === 0 ? `${who.padEnd(WHO_COLUMNS)}${what.padEnd(WHAT_COLUMNS)}` : "";
    return `${INDENT}${style.paint("quiet", labels.padEnd(WHO_COLUMNS + WHAT_COLUMNS))}${painted}`;
  });
}

function timeLines({ evidence }: Act, style: Style): string[] {
  if (evidence === undefined) return [];
  const spans = spansOf(evidence.timings);
  const waited = `the app waited ${wholeMs(evidence.waitedMs)} ms`;
  const behind = spans.some(({ phase }) => phase === "ingest") ? ", telemetry ran behind" : "";
  const label = style.paint("quiet", "time".padEnd(WHO_COLUMNS));
  const blank = INDENT + " ".repeat(WHO_COLUMNS);
  return [
    `${INDENT}${label}${waited}${behind}`,
    `${blank}${bar(spans, BAR_COLUMNS, style)}`,
    `${blank}${legend(spans, style)}`,
  ];
}

function heldLines(claim: string, style: Style): string[] {
  return hanging(style.paint("good", style.glyphs.holds), fitProse(claim, style));
}

function differingLines(claim: string, difference: string, style: Style): string[] {
  const claimed = hanging(style.paint("bad", style.glyphs.differs), fitProse(claim, style));
  return [...claimed, ...hanging(" ", fitProse(difference, style))];
}

function fitProse(text: string, style: Style): readonly string[] {
  return fitText(text, {
    columns: PROSE_COLUMNS - 2,
    maxLines: MAX_LINES,
    more: style.glyphs.more,
  });
}

function hanging(sign: string, texts: readonly string[]): string[] {
  return texts.map((text, index) => `${INDENT}${index === 0 ? sign : " "} ${text}`);
}

function prose(text: string, paint: (text: string) => string, style: Style): string[] {
  return fitProse(text, style).map((line) => `${INDENT}${paint(line)}`);
}

function lines(parts: readonly string[]): string {
  return `${parts.map((part) => part.trimEnd()).join("\n")}\n`;
}
