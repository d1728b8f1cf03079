import { assertDepth, copyObject, isObject, mapArray } from "../json/json-shape.ts";
import type { Field } from "../prompt/field-prompt.ts";
import { STOPS } from "../prompt/stops.ts";
import {
  mapUnder,
  rows,
  type TreePlace,
  type TreeRule,
  type TreeRules,
} from "../prompt/text-tree.ts";

const NO_RULES: TreeRules = new Map();

/**
 * What settings of Google's hold (Gemini API and Vertex AI references, `GenerationConfig`,
 * `EmbedContentConfig`, `predict`; the reference of interactions), by names without case and
 * underscores: both spellings are accepted.
 */
const RULES: TreeRules = new Map<string, TreeRule>([
  // What a recording is to be understood or rewritten by, what a document or a picture is about.
  ...rows("text", "sourcetext", "customvocabulary", "adaptationphrases"),
  ...rows("text", "title", "negativeprompt"),
  // A voice to speak with.
  ...rows("audio", "voicesampleaudio", "consentaudio"),
  ...rows("label", "signature", "mimetype", "responsemimetype", "modelname"),
  ...rows("label", "storageuri", "pubsubtopic", "gcsuri"),
  // What the developer wrote about formats, and where an answer ends.
  ...rows("opaque", "responseschema", "responsejsonschema", "responseformat"),
  ...rows("stops", ...STOPS),
]);

/** Settings: words of the format stay, prose in their place is text, and so is what is known to be said. */
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
    const found = RULES.get(key.replaceAll("_", "").toLowerCase());
    copy[key] =
      found === undefined
        ? mapSetting(copy[key], place, depth + 1)
        : mapUnder(found, copy[key], { place, depth });
  }
  return copy;
}
