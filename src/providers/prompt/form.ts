import type { UninspectedKind } from "../../types.ts";
import { kindOfMedia } from "../media/media-kind.ts";
import { mediaTypeOf } from "../media/media-type.ts";
import type { PromptVisitor } from "./prompt-text.ts";
import { mapUnnamed } from "./unnamed.ts";

/**
 * Requests with files are sent as forms (RFC 7578). Clients build them before sending, so the form
 * itself is read here: strings by the name of their field, files by their type.
 */

/** Reads the value of one field. */
type FieldWalk = (value: unknown, visitor: PromptVisitor) => unknown;

/** Checks the tag first, because mentioning `FormData` loads the whole `fetch` of Node.js. */
export function isForm(value: unknown): value is FormData {
  const tag = typeof value === "object" ? Object.prototype.toString.call(value) : "";
  return tag === "[object FormData]" && value instanceof FormData;
}

/**
 * A copy of a form with the visitor's texts. Files stay unchanged but for their names; `files` is
 * their kind if their type does not say.
 */
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
      copy.append(name, value, visitor.name?.(value.name) ?? value.name);
    }
  }
  return copy;
}

/** Members of lists and objects are separate fields: `image[]`, `svg[model]`. */
export function fieldName(name: string): string {
  const bracket = name.indexOf("[");
  return bracket < 0 ? name : name.slice(0, bracket);
}
