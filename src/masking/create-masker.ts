import {
  aBoolean,
  arrayOf,
  assertOptions,
  can,
  isObject,
  must,
  type Rule,
  shape,
} from "../base/option-rules.ts";
import { ConfigurationError } from "../errors.ts";
import { type AllowRule, allowList } from "./allow-list.ts";
import { PII_DETECTORS, SECRET_DETECTORS } from "./default-detectors.ts";
import { isConstant } from "./define-detector.ts";
import type { MaskedText, Masker, MaskerCapabilities, MaskingSession } from "./masker.ts";
import { NATIONAL_ID_DETECTORS } from "./national-ids.ts";
import { placeholderForm } from "./placeholder-form.ts";
import type { Detector } from "./scan/detector.ts";
import { type Finding, findSpans } from "./scan/find-spans.ts";
import { Scanner } from "./scan/scanner.ts";
import { type Found, SpanMemory } from "./scan/span-memory.ts";
import { assertText, replaceFindings } from "./session.ts";
import { Vault } from "./vault.ts";

/** Options of `createMasker`. Everything is optional. */
export interface MaskerOptions {
  /**
   * Switches by type (`EMAIL: false`) or by a detector's name (`"us-itin": false`). National
   * identifiers are off unless switched on here (`IN_AADHAAR: true`).
   */
  readonly types?: Readonly<Record<string, boolean | undefined>> | undefined;
  /** Personal data, by the built-in detectors. Default true. */
  readonly pii?: boolean | undefined;
  /** Secrets, by the built-in detectors. Default true. */
  readonly secrets?: boolean | undefined;
  /** All national identifiers. Default false, because many are bare digits. */
  readonly nationalIds?: boolean | undefined;
  /**
   * Detectors besides the built-in ones, from `defineDetector`. Those that are handed over are on,
   * whatever `pii` and `secrets` say; `types` switches them like any other.
   */
  readonly detectors?: readonly Detector[] | undefined;
  /**
   * Values that stay: exact texts (in any case), `@example.com` for all addresses of a domain,
   * expressions that match the whole value in linear time, or a function.
   */
  readonly allow?: readonly AllowRule[] | undefined;
  /**
   * How placeholders are written: punctuation, `{type}`, one or two of `_ : # -`, `{n}`, punctuation.
   * Default `[{type}_{n}]`, which reads as a word to models and survives Markdown and JSON.
   */
  readonly placeholder?: string | undefined;
  /**
   * Whether a text that comes again, as a system prompt and the turns of a conversation do, is
   * spared a second look: what is kept of it are places and types of finds, under a keyed digest,
   * in 2 MiB at most. Default: true, unless one of `detectors` calls a function of the
   * application's, whose answer may change. True says that it never does; false keeps nothing.
   */
  readonly remember?: boolean | undefined;
}

/** What masking one text gave: text and spans, and the vault that leads back. */
export interface MaskResult extends MaskedText {
  /** Of this text alone: `restore` takes it to put the originals back. */
  readonly vault: Vault;
}

/** A session of the local masker: the same promises, kept at once. */
export interface LocalMaskingSession extends MaskingSession {
  /** At once, and never as a promise. */
  mask(text: string): MaskedText;
}

/** The masker that runs in this process: synchronous, pure, without I/O. */
export interface LocalMasker extends Masker {
  /** A session for one lifecycle, which shares its vault among all its texts. */
  open(): LocalMaskingSession;
  /**
   * Masks one text by itself.
   *
   * @throws TypeError when it is no string: anything else is a mistake, not something to let pass.
   */
  mask(text: string): MaskResult;
  /**
   * What is sensitive in a text, without masking it: in order, without overlaps.
   *
   * @throws TypeError when it is no string.
   */
  detect(text: string): Finding[];
}

// A misspelt option would leave something in clear that the user believes is hidden.
const OPTIONS = shape({
  types: must("be an object of booleans", isSwitches),
  pii: aBoolean,
  secrets: aBoolean,
  nationalIds: aBoolean,
  detectors: arrayOf(
    must("be a detector, for instance of defineDetector()", isDetector),
    must("be an array of detectors", Array.isArray),
  ),
  // What stands in it and how it is written is checked where it is read.
  allow: must("be an array", Array.isArray),
  placeholder: must("be of type string", (value) => typeof value === "string"),
  remember: aBoolean,
} satisfies Record<keyof MaskerOptions, Rule>);

/**
 * A masker with the default detectors, and those that the options add or switch.
 *
 * @throws ConfigurationError naming the option that is wrong or unknown: a switch that no detector
 * answers to, two detectors of one name, a placeholder or a rule of `allow` that cannot be one.
 */
export function createMasker(options: MaskerOptions = {}): LocalMasker {
  assertOptions("createMasker", OPTIONS, options);
  const detectors = chooseDetectors(options);
  const form = placeholderForm(options.placeholder);
  const isAllowed = allowList(options.allow ?? []);
  const scanner = new Scanner(detectors);
  const scan = (text: string): Found => findSpans(text, scanner, form);
  const memory = remembers(options) ? new SpanMemory() : undefined;
  const find = (text: string): Found => {
    assertText(text);
    const found = memory === undefined ? scan(text) : memory.recall(text, scan);
    if (isAllowed === undefined) return found;
    // Asked each time, for what is allowed may change.
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

/** Whatever a function of the application's may say, nobody but the application knows. */
function remembers({ remember, detectors = [] }: MaskerOptions): boolean {
  return remember ?? detectors.every(isConstant);
}

function isSwitches(value: unknown): boolean {
  const isSwitch = (one: unknown): boolean => one === undefined || typeof one === "boolean";
  return isObject(value) && Object.values(value).every(isSwitch);
}

function isDetector(value: unknown): boolean {
  return can("find")(value) && isObject((value as Partial<Detector>).gates);
}

function chooseDetectors(options: MaskerOptions): Detector[] {
  const own = options.detectors ?? [];
  const builtIn = [...PII_DETECTORS, ...NATIONAL_ID_DETECTORS, ...SECRET_DETECTORS];
  const all = [...builtIn, ...own];
  const switches = options.types ?? {};
  for (const key of Object.keys(switches)) {
    if (!all.some(({ type, name }) => type === key || name === key)) {
      throw new ConfigurationError(`option "types" names "${key}", which no detector finds`);
    }
  }
  assertUnique(all);
  const isSwitchedOn = (detector: Detector): boolean =>
    switchOf(detector, switches) ?? isOnByKind(detector, options);
  // Whoever hands a detector over wants it, whatever else is looked for.
  const isWanted = (detector: Detector): boolean => switchOf(detector, switches) ?? true;
  return [...builtIn.filter(isSwitchedOn), ...own.filter(isWanted)];
}

/** A switch for the name decides, then one for the type. */
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

function assertUnique(detectors: readonly Detector[]): void {
  const names = new Set<string>();
  for (const { name } of detectors) {
    if (names.has(name))
      throw new ConfigurationError(`option "detectors": two are named "${name}"`);
    names.add(name);
  }
}

function capabilitiesOf(detectors: readonly Detector[]): MaskerCapabilities {
  return {
    pii: detectors.some(({ kind }) => kind === "pii"),
    secrets: detectors.some(({ kind }) => kind === "secret"),
  };
}
