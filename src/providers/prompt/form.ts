import type { UninspectedKind } from "../../types.ts";
import { kindOfMedia } from "../media/media-kind.ts";
import { mediaTypeOf } from "../media/media-type.ts";
import type { PromptVisitor } from "./prompt-text.ts";
import { mapUnnamed } from "./unnamed.ts";

/**
 * Requests with files in them travel as forms (RFC 7578). Clients build them before they send, so
 * what is read here is the form itself: strings by the name of their field, files by their type.
 */

/** Walks through the value of one field. */
type FieldWalk = (value: unknown, visitor: PromptVisitor) => unknown;

/** Asks for the tag first: the mere mention of `FormData` loads Node's whole fetch. */
export function isForm(value: unknown): value is FormData {
  const tag = typeof value === "object" ? Object.prototype.toString.call(value) : "";
  return tag === "[object FormData]" && value instanceof FormData;
}

/** A copy of a form with the visitor's texts in it. Files are what they are: `files` when their type does not say. */
export function mapForm(
  form: FormData,
  fields: { get(name: string): FieldWalk | undefined },
  { visitor, files }: { readonly visitor: PromptVisitor; readonly files: UninspectedKind },
): FormData {
  const copy = new FormData();
  for (const [name, value] of form) {
    if (typeof value === "string") {
      const walk = fields.get(fieldName(name));
      const written = walk?.(value, visitor) ?? mapUnnamed(fieldName(name), value, visitor);
      copy.append(name, String(written));
    } else {
      visitor.uninspected(kindOfMedia(value.type, files), mediaTypeOf(value.type));
      copy.append(name, value, value.name);
    }
  }
  return copy;
}

/** Members of lists and objects are fields of their own: `image[]`, `svg[model]`. */
export function fieldName(name: string): string {
  const bracket = name.indexOf("[");
  return bracket < 0 ? name : name.slice(0, bracket);
}
