import type { MaskedSpan, MaskedText } from "./masker.ts";
import { saidInJson } from "./restore/found-in-json.ts";
import type { Finding } from "./scan/find-spans.ts";
import type { Vault } from "./vault.ts";

/** Maximum characters of a text that each value extracted from it may keep in memory. */
const MOST_HELD = 4_096;

/** Replaces `findings` (any order, overlaps allowed) by placeholders from the vault. */
export function replaceFindings(
  text: string,
  findings: readonly Finding[],
  vault: Vault,
): MaskedText {
  if (findings.length === 0) return { text, spans: [] };
  const spans: MaskedSpan[] = [];
  let masked = "";
  let copied = 0;
  const apart = isOrderly(findings, text.length) ? findings : withoutOverlaps(text, findings);
  const isLong = text.length > MOST_HELD * apart.length;
  const said = text.includes("\\") ? saidInJson(text, apart) : undefined;
  for (let i = 0; i < apart.length; i++) {
    const { start, end, type } = apart[i] as Finding;
    const value = text.slice(start, end);
    const letters = isLong ? ofItsOwn(value) : value;
    const placeholder = vault.placeholderFor(type, letters, said?.get(start));
    spans.push({ start, end, type, placeholder });
    masked += text.slice(copied, start) + placeholder;
    copied = end;
  }
  return { text: masked + text.slice(copied), spans };
}

/**
 * A copy of the value: V8 keeps the whole text alive for a substring, so a vault with one secret
 * would hold the document.
 */
function ofItsOwn(value: string): string {
  return ` ${value}`.slice(1);
}

/** Sorted. Overlapping findings are merged into one, with the type of the longest. */
function withoutOverlaps(text: string, findings: readonly Finding[]): readonly Finding[] {
  for (const one of findings) assertInside(text, one);
  const sorted = [...findings].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Finding[] = [];
  let longest = 0;
  for (const one of sorted) {
    const last = merged[merged.length - 1];
    if (last === undefined || one.start >= last.end) {
      merged.push(one);
      longest = one.end - one.start;
      continue;
    }
    const isLonger = one.end - one.start > longest;
    const { type, detector } = isLonger ? one : last;
    longest = Math.max(longest, one.end - one.start);
    merged[merged.length - 1] = {
      start: last.start,
      end: Math.max(last.end, one.end),
      type,
      detector,
    };
  }
  return merged;
}

/** Whether all findings are inside the text, sorted and without overlaps. */
function isOrderly(findings: readonly Finding[], textSize: number): boolean {
  let last = 0;
  for (let i = 0; i < findings.length; i++) {
    const { start, end } = findings[i] as Finding;
    const areWhole = (start | 0) === start && (end | 0) === end;
    if (!areWhole || start < last || end <= start) return false;
    last = end;
  }
  return last <= textSize;
}

function assertInside(text: string, { start, end, detector }: Finding): void {
  const isInside =
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    start >= 0 &&
    start < end &&
    end <= text.length;
  if (!isInside) throw new RangeError(`detector "${detector}" gave a span outside the text`);
}

/**
 * A masker takes only text; anything else is an error of the caller that must not be sent unmasked.
 */
export function assertText(text: unknown): asserts text is string {
  if (typeof text !== "string") {
    throw new TypeError(`a masker takes a string, not ${text === null ? "null" : typeof text}`);
  }
}
