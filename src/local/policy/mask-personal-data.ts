import { type Finding, findSensitive } from "../../masking/detectors/find-sensitive.ts";

const PLACEHOLDER = /\[([A-Z][A-Z0-9_]{1,40})_(\d{1,9})\]/g;

/**
 * Replaces personal data and secrets by placeholders such as `[EMAIL_1]`: equal values get the same
 * placeholder, and none equals one that the text contained already. Everything else stays
 * unchanged.
 */
export function maskPersonalData(text: string): string {
  const findings = findSensitive(text);
  if (findings.length === 0) return text;
  const next = numbersInUse(text);
  const placeholders = new Map<string, string>();
  let masked = "";
  let end = 0;
  for (const finding of findings) {
    const value = text.slice(finding.start, finding.end);
    masked +=
      text.slice(end, finding.start) + placeholderOf(finding, value, { next, placeholders });
    end = finding.end;
  }
  return masked + text.slice(end);
}

interface Numbering {
  /** Highest number used, by type. */
  readonly next: Map<string, number>;
  readonly placeholders: Map<string, string>;
}

function placeholderOf(finding: Finding, value: string, numbering: Numbering): string {
  const key = `${finding.type} ${value}`;
  const known = numbering.placeholders.get(key);
  if (known !== undefined) return known;
  const number = (numbering.next.get(finding.type) ?? 0) + 1;
  numbering.next.set(finding.type, number);
  const placeholder = `[${finding.type}_${number}]`;
  numbering.placeholders.set(key, placeholder);
  return placeholder;
}

function numbersInUse(text: string): Map<string, number> {
  const highest = new Map<string, number>();
  for (const [, type = "", digits = "0"] of text.matchAll(PLACEHOLDER)) {
    highest.set(type, Math.max(highest.get(type) ?? 0, Number(digits)));
  }
  return highest;
}
