import type { Prompt } from "../../providers/provider.ts";
import type { Segment } from "../../types.ts";

/** The role of a name in place of a text. */
const NAME_ROLE = "name";

/** The texts of a prompt with its names among them. */
export interface TextsAndNames {
  readonly all: readonly Segment[];
  /** The positions of the names in `all`. */
  readonly names: ReadonlySet<number>;
}

/** The same, with the order in which placeholders are given to their values. */
export interface OrderedTexts extends TextsAndNames {
  /** All positions in `all`. */
  readonly order: readonly number[];
}

/**
 * Texts and names, in an order in which further turns of a conversation change no placeholder of
 * what was sent before: each name where the request has it, and instructions before a conversation
 * that grows in front of them.
 */
export function inMaskingOrder(prompt: Prompt): OrderedTexts {
  const { segments, names = [], namesAt, lateInstructions = [] } = prompt;
  const all: Segment[] = [];
  const places = new Set<number>();
  const placeOf: number[] = [];
  let next = 0;
  const takeNames = (before: number): void => {
    for (; next < names.length; next += 1) {
      if ((namesAt?.[next] ?? segments.length) > before) return;
      places.add(all.length);
      all.push({ role: NAME_ROLE, kind: "text", text: names[next] as string });
    }
  };
  for (const [index, segment] of segments.entries()) {
    takeNames(index);
    placeOf.push(all.length);
    all.push(segment);
  }
  takeNames(segments.length);
  const first = new Set(lateInstructions.map((index) => placeOf[index] as number));
  return {
    all,
    names: places,
    order: [...first, ...[...all.keys()].filter((at) => !first.has(at))],
  };
}

/** The reverse: `all` as the segments and names of a prompt, of which `names` are the positions. */
export function apart({ all, names }: TextsAndNames): Required<Pick<Prompt, "segments" | "names">> {
  return {
    segments: all.filter((_, index) => !names.has(index)),
    names: all.filter((_, index) => names.has(index)).map(({ text }) => text),
  };
}
