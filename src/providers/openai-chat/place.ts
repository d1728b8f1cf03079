import type { SegmentKind } from "../../types.ts";
import { isObject, mapStrings } from "../json/json-shape.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { mapLeaf, mapMemberTexts, mapTexts } from "../prompt/texts.ts";
import { isWord } from "../prompt/word.ts";
import { UnreadableRequestError } from "../provider.ts";

/** The role and kind of the content being read. `where`: its name in errors. */
export interface Place {
  readonly visitor: PromptVisitor;
  readonly role: string;
  readonly kind: SegmentKind;
  readonly where: string;
}

/** A label: a string stays unchanged; an object may contain only single words. */
export function mapLabel(value: unknown, where: string): unknown {
  if (typeof value === "string") return value;
  return mapStrings(value, (text) => {
    if (text !== "" && !isWord(text)) throw new UnreadableRequestError(where);
    return text;
  });
}

/** The name of a participant or file: masked, but not shown to the guard. */
export function mapName(value: unknown, { visitor, where }: Place): unknown {
  if (isObject(value)) return mapLabel(value, where);
  const map = (name: string): string => visitor.name?.(name) ?? name;
  return typeof value === "string" ? map(value) : mapLeaf(value, map);
}

/** Every string in it, as text, and numbers in the place of one. */
export function mapText(value: unknown, place: Place): unknown {
  return mapTexts(value, (text) => place.visitor.text(text, place.role, place.kind));
}

/** The same for a property without a meaning of its own: numbers in it may be counts. */
export function mapMember(key: string, value: unknown, place: Place): unknown {
  return mapMemberTexts([key, value], (text) => place.visitor.text(text, place.role, place.kind));
}
