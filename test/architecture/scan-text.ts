/**
 * What no file of the repository may contain. Every pattern is written so that it does not match
 * itself.
 */
interface Finding {
  readonly what: string;
  /** From 1. */
  readonly line: number;
}

interface Forbidden {
  readonly what: string;
  readonly pattern: RegExp;
}

const assembled = (...parts: readonly string[]): RegExp => new RegExp(parts.join(""), "gu");

/** Shapes of usable credentials. Placeholders are shorter or contain other characters. */
export const CREDENTIALS: readonly Forbidden[] = [
  { what: "a service or payment key", pattern: /\b[srp]k_(?:live|test)_[A-Za-z0-9]{10,}/gu },
  { what: "a model provider's key", pattern: /\bsk-[A-Za-z0-9_-]{20,}/gu },
  { what: "an AWS access key id", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/gu },
  { what: "a Google API key", pattern: /\bAIza[0-9A-Za-z_-]{35}/gu },
  {
    what: "a GitHub token",
    pattern: /\b(?:gh[opsur]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{30,})/gu,
  },
  { what: "a GitLab token", pattern: /\bglpat-[A-Za-z0-9_-]{20,}/gu },
  { what: "a Slack token", pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/gu },
  { what: "an npm token", pattern: /\bnpm_[A-Za-z0-9]{36}/gu },
  { what: "a Hugging Face token", pattern: /\bhf_[A-Za-z0-9]{30,}/gu },
  { what: "a SendGrid key", pattern: /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/gu },
  {
    what: "a JSON web token",
    pattern: /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+/gu,
  },
  { what: "a private key", pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/gu },
];

/**
 * Invisible characters: controls, format characters (zero width, bidirectional overrides, tags),
 * fillers, variation selectors, and unusual spaces.
 */
export const INVISIBLE: readonly Forbidden[] = [
  { what: "a control character", pattern: assembled("[^\\P{Cc}\\t\\n\\r]") },
  { what: "a format character", pattern: /\p{Cf}/gu },
  { what: "a space other than U+0020", pattern: assembled("[^\\P{Z} ]") },
  { what: "a filler", pattern: /[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu },
  { what: "a variation selector", pattern: /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu },
  { what: "a private-use or unassigned character", pattern: /[\p{Co}\p{Cn}]/gu },
];

/** Paths of a developer's own machine, and hosts that a mirror replaces. */
export const WORKPLACE: readonly Forbidden[] = [
  {
    what: "a machine's path",
    pattern: assembled("(?<![\\w.~-])/(?:wo", "rk|ro", "ot|home/\\w+)/"),
  },
  {
    what: "a folder beside the repository",
    pattern: assembled("\\.\\./sha", "red/(?:spec|design|data|tools)"),
  },
  { what: "a registry's host", pattern: assembled("\\bregistry\\.(?:npm", "js|yarn", "pkg)\\.") },
  { what: "a distribution's host", pattern: assembled("\\bdeb\\.deb", "ian\\.org") },
];

export function scanText(text: string, forbidden: readonly Forbidden[]): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { what, pattern } of forbidden) {
    for (const match of text.matchAll(pattern)) {
      const line = text.slice(0, match.index).split("\n").length;
      findings.push({ what, line });
    }
  }
  return findings;
}
