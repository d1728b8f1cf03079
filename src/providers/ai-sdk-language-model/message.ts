import { copyObject, isObject, mapArray, plainLeaf } from "../json/json-shape.ts";
import { mapJson } from "../json/json-text.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { rows } from "../prompt/rows.ts";
import { isCounting } from "../prompt/text-names.ts";
import { mapTree, mapUnder, ruleOf, type TreeRules } from "../prompt/text-tree.ts";
import { isWord } from "../prompt/word.ts";
import { sealedBy } from "../sealed-text.ts";
import { signatureOf } from "../signature-of.ts";
import { mapFile } from "./file.ts";
import type { Place } from "./place.ts";

/** A message: its role is the role of its texts; unknown properties are text. */
export function mapMessage(message: unknown, visitor: PromptVisitor): unknown {
  if (!isObject(message) || Array.isArray(message)) {
    return mapText(message, { visitor, role: "unknown", kind: "text" });
  }
  const copy = copyObject(message);
  const role = isWord(copy.role) ? copy.role : "unknown";
  const place: Place = { visitor, role, kind: role === "tool" ? "tool_result" : "text" };
  for (const key of Object.keys(copy)) {
    if (key === "role" && isWord(copy.role)) continue;
    copy[key] = key === "content" ? mapContent(copy[key], place) : mapProperty(key, copy, place);
  }
  return copy;
}

function mapContent(content: unknown, place: Place): unknown {
  if (!Array.isArray(content)) return mapText(content, place);
  return mapArray(content, (part) => mapPart(part, place));
}

/** A part of a message or of a tool result, read by its properties and not by its type. */
export function mapPart(part: unknown, place: Place): unknown {
  if (!isObject(part) || Array.isArray(part)) return mapText(part, place);
  const copy = copyObject(part);
  const visitor = sealedBy(signatureOf(copy), place.visitor);
  for (const key of Object.keys(copy)) copy[key] = mapProperty(key, copy, { ...place, visitor });
  return copy;
}

/** Properties with words and ids. */
const LABELS: ReadonlySet<string> = new Set([
  ...["type", "kind", "id", "toolCallId", "toolName", "approvalId", "mediaType", "mimeType"],
  "sourceType",
]);

function mapProperty(key: string, part: Readonly<Record<string, unknown>>, place: Place): unknown {
  const value = part[key];
  if (!isObject(value) && isCounting(key, value)) return plainLeaf(value);
  if (LABELS.has(key)) return mapUnder("label", value, { place: treePlace(place), depth: 0 });
  switch (key) {
    case "data":
    case "image":
    case "url":
      return mapFile(value, part, place);
    // A file name is not part of the conversation.
    case "filename":
      return mapUnder("name", value, { place: treePlace(place), depth: 0 });
    case "input":
    case "args":
      return mapJson(value, { ...place, kind: "tool_arguments" });
    case "output":
    case "result":
      return mapOutput(value, { ...place, kind: "tool_result" });
    case "providerOptions":
    case "providerMetadata":
      return mapTree(value, { ...treePlace(place), rules: SEALS });
    default:
      return mapUnder(ruleOf(undefined, key, value), value, { place: treePlace(place), depth: 0 });
  }
}

/** A tool's result: text, JSON, parts, or a denial. */
function mapOutput(output: unknown, place: Place): unknown {
  if (!isObject(output) || Array.isArray(output)) return mapJson(output, place);
  const copy = copyObject(output);
  for (const key of Object.keys(copy)) {
    if (key !== "value") copy[key] = mapProperty(key, copy, place);
    else if (copy.type === "content") copy.value = mapContent(copy.value, place);
    else copy.value = mapJson(copy.value, place);
  }
  return copy;
}

/**
 * Provider options and metadata: signatures, ids, settings. Signed values stay unchanged; of the
 * rest, everything but single words is text.
 */
const SEALS: TreeRules = new Map([
  ...rows("label", "signature", "redactedData", "thoughtSignature", "encryptedContent"),
  ...rows("label", "reasoningEncryptedContent", "encrypted_content", "itemId", "responseId"),
  ...rows("label", "cacheControl", "cache_control", "cachePoint", "type", "id", "phase"),
]);

function mapText(value: unknown, place: Place): unknown {
  return mapTree(value, treePlace(place));
}

function treePlace(place: Place) {
  return { ...place, rules: SEALS };
}
