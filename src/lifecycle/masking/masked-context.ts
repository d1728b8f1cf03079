import type { MaskingSession } from "../../masking/masker.ts";
import type { MergedContext } from "../context/context.ts";
import { KnownValues } from "./known-values.ts";
import { isPromise, masked } from "./masker-session.ts";

/** Maximum nesting depth; anything deeper is left out. */
const DEEPEST = 64;

/** Original texts and their masked versions. */
export type Concealed = ReadonlyMap<string, string>;

/**
 * Masks texts sequentially, because the vault numbers placeholders in the order of requests;
 * synchronous if the masker is. Throws or rejects with the masker's error.
 */
export function conceal(
  session: MaskingSession,
  texts: Iterable<string>,
): Concealed | Promise<Concealed> {
  const concealed = new Map<string, string>();
  const left = new Set(texts).values();
  const goOn = (): Concealed | Promise<Concealed> => {
    for (const text of left) {
      const shown = masked(session, text);
      if (isPromise(shown)) return shown.then((one) => concealed.set(text, one)).then(goOn);
      concealed.set(text, shown);
    }
    return concealed;
  };
  return goOn();
}

/** All texts and keys in a call's metadata, at any depth. */
export function textsOf({ metadata }: MergedContext): string[] {
  const texts: string[] = [];
  collect(metadata, texts, DEEPEST);
  return texts;
}

/** Least of 13 digits, as the shortest cards have: what is less is a count, a time or an id. */
const LONG = 1e12;

function collect(value: unknown, texts: string[], depth: number): void {
  if (typeof value === "string") texts.push(value);
  else if (typeof value === "number" && value >= LONG) texts.push(String(value));
  if (typeof value !== "object" || value === null || depth === 0) return;
  for (const one of Object.entries(value).flat()) collect(one, texts, depth - 1);
}

/**
 * The context with values that this session has masked replaced in its metadata: the contract
 * allows no original sensitive values there. User id and identity stay, because events are looked
 * up by them. Returns the same object if nothing changes.
 */
export function maskedContext(
  context: MergedContext,
  session: MaskingSession,
  concealed: Concealed,
): MergedContext {
  const { metadata } = context;
  if (metadata === undefined) return context;
  const known = new KnownValues(session.vault);
  const hide = (text: string): string => known.hide(concealed.get(text) ?? text);
  const hidden = hideIn(metadata, hide, DEEPEST);
  if (hidden === metadata) return context;
  return { ...context, metadata: hidden as MergedContext["metadata"] };
}

/** `value`, which is plain JSON, with hidden values replaced; the same object if there are none. */
function hideIn(value: unknown, hide: (text: string) => string, depth: number): unknown {
  if (typeof value === "string") return hide(value);
  if (typeof value === "number") {
    const text = String(value);
    const hidden = hide(text);
    return hidden === text ? value : hidden;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) {
    const hidden = value.map((one) => hideIn(one, hide, depth - 1));
    return hidden.some((one, index) => one !== value[index]) ? hidden : value;
  }
  let changed = false;
  const entries = Object.entries(value).map(([key, one]) => {
    const entry = [hide(key), hideIn(one, hide, depth - 1)] as const;
    changed ||= entry[0] !== key || entry[1] !== one;
    return entry;
  });
  return changed ? Object.fromEntries(entries) : value;
}
