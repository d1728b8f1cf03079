import { copyObject, isJsonObject, mapEach } from "../json/json-shape.ts";
import { binariesAmong } from "../prompt/binary-parts.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { mapUnder, ruleOf, type TreeRules } from "../prompt/text-tree.ts";
import { isWord } from "../prompt/word.ts";
import { mapPart, mapParts, type PartPlace } from "./part.ts";

/**
 * `contents`: over HTTP a list of contents; in the SDK also a text, a part, or a list of those
 * (`ContentListUnion`), with the role of the user.
 */
export function mapContents(contents: unknown, visitor: PromptVisitor): unknown {
  return mapContentsOf("user", contents, visitor);
}

/** The same for a system instruction, whatever role its content has. */
export function mapInstruction(instruction: unknown, visitor: PromptVisitor): unknown {
  return mapContentsOf("system", instruction, visitor);
}

function mapContentsOf(role: string, contents: unknown, visitor: PromptVisitor): unknown {
  const place = { visitor, role };
  return mapEach(contents, (content) => {
    // The SDK accepts lists of texts and parts in place of a content.
    return Array.isArray(content) ? mapParts(content, place) : mapContent(content, place);
  });
}

/** A content, or what the SDK accepts in its place: a text or a part. */
function mapContent(content: unknown, place: PartPlace): unknown {
  if (!isJsonObject(content)) return mapPart(content, place);
  const copy = copyObject(content);
  if (!("parts" in copy || "role" in copy)) return mapPart(content, place);
  const isSaid = place.role !== "system" && isWord(copy.role);
  const inside = isSaid ? { ...place, role: copy.role as string } : place;
  const tree = { kind: "text", rules: NO_RULES, ...inside } as const;
  for (const key of Object.keys(copy)) {
    if (key === "parts") copy.parts = mapParts(copy.parts, inside);
    else if (key === "role") copy.role = mapUnder("word", copy.role, { place: tree, depth: 0 });
    else {
      const rule = ruleOf(NO_RULES, key, copy[key]);
      copy[key] = mapUnder(rule, copy[key], { place: tree, depth: 0 });
    }
  }
  return copy;
}

const NO_RULES: TreeRules = new Map();

/** Parts of the user's last content with content other than text, and without text. */
export function binaryPartsOf(contents: unknown): unknown[] {
  return binariesAmong(lastPartsOf(contents), (part, visitor) => {
    return mapPart(part, { visitor, role: "user" });
  });
}

function lastPartsOf(contents: unknown): readonly unknown[] {
  if (!Array.isArray(contents)) return partsOf(contents);
  const isContent = (each: unknown): boolean => isJsonObject(each) && "parts" in each;
  if (!contents.some(isContent)) return contents;
  const last = contents.findLast((each) => {
    return isJsonObject(each) && (each.role ?? "user") === "user";
  });
  return partsOf(last);
}

function partsOf(content: unknown): unknown[] {
  if (!isJsonObject(content)) return [];
  if (!("parts" in content)) return [content];
  return Array.isArray(content.parts) ? content.parts : [content.parts];
}
