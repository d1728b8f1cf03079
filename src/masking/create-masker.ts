import {
  aBoolean,
  arrayOf,
  assertOptions,
  hasMethod,
  isObject,
  looseObject,
  must,
  type Rule,
  strictObject,
  type Violation,
} from "../base/option-rules.ts";
import { ConfigurationError } from "../errors.ts";
import { type AllowRule, allowList } from "./allow-list.ts";
import { PII_DETECTORS, SECRET_DETECTORS } from "./default-detectors.ts";
import { isDeterministic } from "./define-detector.ts";
import type { MaskedText, Masker, MaskerCapabilities, MaskingSession } from "./masker.ts";
import { NATIONAL_ID_DETECTORS } from "./national-ids.ts";
import { placeholderForm } from "./placeholder-form.ts";
import { rehearse } from "./rehearsal.ts";
import type { Detector } from "./scan/detector.ts";
import { type Finding, findSpans } from "./scan/find-spans.ts";
import { Scanner } from "./scan/scanner.ts";
import { type Found, SpanMemory } from "./scan/span-memory.ts";
import { assertText, replaceFindings } from "./session.ts";
import { Vault } from "./vault.ts";

/** Options of `createMasker`. All are optional. */
export interface MaskerOptions {
  /**
   * Turns detectors on or off, by type (`EMAIL: false`) or by name (`"us-itin": false`). National
   * identifiers are off unless turned on here (`IN_AADHAAR: true`) or with `nationalIds`.
   */
  readonly types?: Readonly<Record<string, boolean | undefined>> | undefined;
  /** Whether the built-in detectors for personal data are on. Default true. */
  readonly pii?: boolean | undefined;
  /** Whether the built-in detectors for secrets are on. Default true. */
  readonly secrets?: boolean | undefined;
  /**
   * Whether all detectors for national identifiers are on. Default false, because many identifiers
   * are plain digits and would cause false positives.
   */
  readonly nationalIds?: boolean | undefined;
  /**
   * Your own detectors, from `defineDetector`. They are on regardless of `pii` and `secrets`;
   * `types` can turn them off.
   */
  readonly detectors?: readonly Detector[] | undefined;
  /**
   * Values that are not masked: exact texts (in any case), `@example.com` for all addresses of a
   * domain, regular expressions that match the whole value (linear time only), or functions.
   */
  readonly allow?: readonly AllowRule[] | undefined;
  /**
   * Format of placeholders: punctuation, `{type}`, one or two of `_ : # -`, `{n}`, punctuation.
   * Default `[{type}_{n}]`, which models treat as a word and which survives Markdown and JSON.
   */
  readonly placeholder?: string | undefined;
  /**
   * Whether to cache what was found in repeated texts, such as system prompts and earlier turns of
   * a conversation. The cache holds positions and types under a keyed digest, no text, in 2 MiB at
   * most. Default: true, unless one of `detectors` calls your functions, whose results may change.
   * True declares that they never change; false turns the cache off.
   */
  readonly remember?: boolean | undefined;
}

/** The result of masking one text: the masked text, its spans, and the vault with the originals. */
export interface MaskResult extends MaskedText {
  /** The originals of this text; pass it to `restore`. */
  readonly vault: Vault;
}

/** A session of the local masker; synchronous. */
export interface LocalMaskingSession extends MaskingSession {
  /** The originals of all placeholders so far. */
  readonly vault: Vault;
  /** Masks one text, synchronously. */
  mask(text: string): MaskedText;
}

/** The local masker: synchronous, deterministic, without I/O. */
export interface LocalMasker extends Masker {
  /** Opens a session for one lifecycle. All its texts share one vault. */
  open(): LocalMaskingSession;
  /**
   * Masks a single text.
   *
   * @throws TypeError if `text` is not a string.
   */
  mask(text: string): MaskResult;
  /**
   * Finds the sensitive values of a text without masking them, in order and without overlaps.
   *
   * @throws TypeError if `text` is not a string.
   */
  detect(text: string): Finding[];
}

// A misspelled option could leave something unmasked that the user believes is masked.
const OPTIONS = strictObject({
  types: switches,
  pii: aBoolean,
  secrets: aBoolean,
  nationalIds: aBoolean,
  detectors: arrayOf(
    must("be a detector, for instance of defineDetector()", isDetector),
    must("be an array of detectors", Array.isArray),
  ),
  // The elements, and the placeholder's format, are checked where they are read.
  allow: must("be an array", Array.isArray),
  placeholder: must("be of type string", (value) => typeof value === "string"),
  remember: aBoolean,
} satisfies Record<keyof MaskerOptions, Rule>);

/**
 * Creates a masker with the default detectors, changed by the options. The first one in a process
 * takes 33 ms (50 on Node.js 26), mostly to compile rules: create it when the service starts. If
 * one of `detectors` calls a function of yours, the rules are compiled with the first texts
 * instead.
 *
 * @throws ConfigurationError naming the option that is wrong or unknown, for example a name in
 * `types` without a detector, two detectors with the same name, or an invalid placeholder or
 * `allow` rule.
 */
export function createMasker(options: MaskerOptions = {}): LocalMasker {
  assertOptions("createMasker", OPTIONS, options);
  const detectors = chooseDetectors(options);
  const form = placeholderForm(options.placeholder);
  const isAllowed = allowList(options.allow ?? []);
  const scanner = new Scanner(detectors);
  const scan = (text: string): Found => findSpans(text, scanner, form);
  if (callsNobody(options)) rehearse(scan, () => new Vault(form));
  const memory = remembers(options) ? new SpanMemory() : undefined;
  const find = (text: string): Found => {
    assertText(text);
    const found = memory === undefined ? scan(text) : memory.recall(text, scan);
    if (isAllowed === undefined) return found;
    // Evaluated on every call, because the allowed values may change.
    return found.filter(({ start, end, type }) => !isAllowed(text.slice(start, end), type));
  };
  const maskInto = (vault: Vault, text: string): MaskedText => {
    const findings = find(text);
    if (findings.length === 0) return { text, spans: [] };
    vault.reserve(text);
    return replaceFindings(text, findings, vault);
  };
  return {
    capabilities: capabilitiesOf(detectors),
    open() {
      const vault = new Vault(form);
      return {
        vault,
        mask: (text) => maskInto(vault, text),
        reserve(text) {
          assertText(text);
          vault.reserve(text);
        },
      };
    },
    mask(text) {
      const vault = new Vault(form);
      const masked = maskInto(vault, text);
      return { text: masked.text, spans: masked.spans, vault };
    },
    detect: (text) => find(text).map((finding) => ({ ...finding })),
  };
}

/** Only the application knows whether its functions return the same every time. */
function remembers(options: MaskerOptions): boolean {
  return options.remember ?? callsNobody(options);
}

/** Whether no detector calls a function of the application. */
function callsNobody({ detectors = [] }: MaskerOptions): boolean {
  return detectors.every(isDeterministic);
}

function switches(value: unknown): Violation | undefined {
  const names = isObject(value) ? Object.keys(value) : [];
  return looseObject(Object.fromEntries(names.map((name) => [name, aBoolean])))(value);
}

function isDetector(value: unknown): boolean {
  return hasMethod("find")(value) && isObject((value as Partial<Detector>).gates);
}

function chooseDetectors(options: MaskerOptions): Detector[] {
  const own = options.detectors ?? [];
  // Where two find the same number near words, that of the country comes first: its check is stricter.
  const builtIn = [...NATIONAL_ID_DETECTORS, ...PII_DETECTORS, ...SECRET_DETECTORS];
  const all = [...builtIn, ...own];
  const switches = options.types ?? {};
  assertKnown(Object.keys(switches), all);
  assertUnique(all);
  const isSwitchedOn = (detector: Detector): boolean =>
    switchOf(detector, switches) ?? isOnByKind(detector, options);
  // An application's own detectors are on regardless of `pii` and `secrets`.
  const isWanted = (detector: Detector): boolean => switchOf(detector, switches) ?? true;
  return [...builtIn.filter(isSwitchedOn), ...own.filter(isWanted)];
}

/** A switch for the name takes precedence over one for the type. */
function switchOf(
  { name, type }: Detector,
  switches: Readonly<Record<string, boolean | undefined>>,
): boolean | undefined {
  return switches[name] ?? switches[type];
}

function isOnByKind(
  { kind, optIn }: Detector,
  { pii = true, secrets = true, nationalIds = false }: MaskerOptions,
): boolean {
  if (optIn && !nationalIds) return false;
  return kind === "pii" ? pii : secrets;
}

/** A misspelled type would leave on what should be off, or off what should be on. */
function assertKnown(switches: readonly string[], detectors: readonly Detector[]): void {
  const known = new Set(detectors.flatMap(({ type, name }) => [type, name]));
  const strange = switches.find((key) => !known.has(key));
  if (strange === undefined) return;
  const types = new Set(detectors.filter(({ optIn }) => !optIn).map(({ type }) => type));
  throw new ConfigurationError(
    `createMasker: types.${strange} is no type or name of a detector: check its spelling. Types are ${[...types].join(", ")}; docs/detectors.md lists national ones and names.`,
  );
}

function assertUnique(detectors: readonly Detector[]): void {
  const names = new Set<string>();
  for (const { name } of detectors) {
    if (names.has(name)) {
      throw new ConfigurationError(
        `createMasker: detectors must have names of their own, and two are named "${name}".`,
      );
    }
    names.add(name);
  }
}

function capabilitiesOf(detectors: readonly Detector[]): MaskerCapabilities {
  return {
    pii: detectors.some(({ kind }) => kind === "pii"),
    secrets: detectors.some(({ kind }) => kind === "secret"),
  };
}
