import type { MaskingSession } from "../masking/masker.ts";
import type { MergedContext } from "./context.ts";
import { KnownValues } from "./known-values.ts";

/** Objects within objects that are looked into. What lies deeper is left out. */
const DEEPEST = 64;

/**
 * The context with placeholders in its metadata for values that this session has masked: the contract
 * wants no original sensitive value there. User and identity stay, which are what events are looked up
 * by. The very context where there is nothing to hide.
 */
export function maskedContext(
  context: MergedContext,
  session: MaskingSession | undefined,
): MergedContext {
  const { metadata } = context;
  if (metadata === undefined || !(Number(session?.vault?.size) > 0)) return context;
  const hidden = hideIn(metadata, new KnownValues(session?.vault), DEEPEST);
  if (hidden === metadata) return context;
  return { ...context, metadata: hidden as MergedContext["metadata"] };
}

/** `value`, which is plain JSON, or what it is without the values: itself where none is in it. */
function hideIn(value: unknown, known: KnownValues, depth: number): unknown {
  if (typeof value === "string") return known.hide(value);
  if (typeof value === "number") {
    const text = String(value);
    const hidden = known.hide(text);
    return hidden === text ? value : hidden;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) {
    const hidden = value.map((one) => hideIn(one, known, depth - 1));
    return hidden.some((one, index) => one !== value[index]) ? hidden : value;
  }
  let changed = false;
  const entries = Object.entries(value).map(([key, one]) => {
    const entry = [known.hide(key), hideIn(one, known, depth - 1)] as const;
    changed ||= entry[0] !== key || entry[1] !== one;
    return entry;
  });
  return changed ? Object.fromEntries(entries) : value;
}
