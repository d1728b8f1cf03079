import { assertDepth, copyObject, isObject, mapArray } from "../json/json-shape.ts";
import { bareName } from "../prompt/bare-name.ts";
import type { Field } from "../prompt/field-prompt.ts";
import { rows } from "../prompt/rows.ts";
import { STOPS } from "../prompt/stops.ts";
import { mapUnder, type TreePlace, type TreeRule, type TreeRules } from "../prompt/text-tree.ts";

const NO_RULES: TreeRules = new Map();

/**
 * The properties of Google's settings (Gemini API and Vertex AI references, `GenerationConfig`,
 * `EmbedContentConfig`, `predict`; Interactions reference), by name without case and underscores,
 * because both spellings are accepted.
 */
const RULES: TreeRules = new Map<string, TreeRule>([
  // Hints for understanding or rewriting a recording, and the subject of a document or image.
  ...rows("text", "sourcetext", "customvocabulary", "adaptationphrases"),
  ...rows("text", "title", "negativeprompt"),
  // Voice samples.
  ...rows("audio", "voicesampleaudio", "consentaudio"),
  ...rows("label", "signature", "mimetype", "responsemimetype", "modelname"),
  ...rows("label", "storageuri", "pubsubtopic", "gcsuri"),
  // Definitions of formats by the developer, and stop sequences.
  ...rows("opaque", "responseschema", "responsejsonschema", "responseformat"),
  ...rows("stops", ...STOPS),
]);

/**
 * Settings: words of the format stay; free text, and what is known to be part of the prompt, is
 * text.
 */
export const mapSettings: Field = (value, visitor) => {
  const place = { visitor, role: "user", kind: "text", rules: NO_RULES } as const;
  return mapSetting(value, place);
};

function mapSetting(value: unknown, place: TreePlace, depth = 0): unknown {
  if (!isObject(value)) return mapUnder("word", value, { place, depth });
  assertDepth(depth);
  if (Array.isArray(value)) return mapArray(value, (each) => mapSetting(each, place, depth + 1));
  const copy = copyObject(value);
  for (const key of Object.keys(copy)) {
    const found = RULES.get(bareName(key));
    copy[key] =
      found === undefined
        ? mapSetting(copy[key], place, depth + 1)
        : mapUnder(found, copy[key], { place, depth });
  }
  return copy;
}
