import { foldedKey } from "../json/folded-key.ts";
import { isPlainObject } from "../json/json-shape.ts";
import type { RouteRow } from "./route-row.ts";

/** Names of labels for stored objects, of all providers. */
const LABELS: ReadonlySet<string> = new Set([
  ...["metadata", "attributes", "labels", "name", "display_name", "displayName", "title"],
  "description",
]);

/** Names of prompts in all formats. On these routes no property has such a name. */
const PROMPTS: ReadonlySet<string> = new Set([
  ...[
    "messages",
    "message",
    "input",
    "inputs",
    "prompt",
    "prompts",
    "contents",
    "content",
    "parts",
  ],
  ...[
    "text",
    "system",
    "systeminstruction",
    "system_instruction",
    "instructions",
    "additional_instructions",
    "items",
  ],
  ...["query", "question", "questions", "suffix", "prediction", "events", "instances"],
]);

/** Deeper than any body of such a route. */
const MAX_DEPTH = 16;

/** A word of a format: an id, a path, a date, a duration. Not free text, which has spaces. */
const WORD = /^[\w.:/@~+=,;%-]{0,512}$/;

/**
 * Whether a body contains more than a route without a prompt allows: free text instead of words of
 * the format, or anything that is not JSON, which nothing else would check.
 *
 * `body`: JSON, or a value that a client serializes as JSON.
 */
export function saysTooMuch({ holds }: RouteRow, body: unknown): boolean {
  if (holds === "anything" || body === undefined || body === null || body === "") return false;
  const isLabel = holds === "labels" ? (key: string) => LABELS.has(key) : () => false;
  if (typeof body !== "string") return !isPlain(body) || hasProse(body, isLabel);
  try {
    return hasProse(JSON.parse(body), isLabel);
  } catch {
    return body.trim() !== "";
  }
}

/** A value that JSON serializes by its properties. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Array.isArray(value) || isPlainObject(value);
}

function hasProse(value: unknown, isLabel: (key: string) => boolean, depth = 0): boolean {
  if (typeof value === "string") return !WORD.test(value);
  if (typeof value !== "object" || value === null) return false;
  if (depth > MAX_DEPTH) return true;
  // A class may serialize to anything.
  if (!isPlain(value) || "toJSON" in value) return true;
  return Object.entries(value).some(([key, member]) => {
    if (isLabel(key)) return false;
    if (PROMPTS.has(foldedKey(key)) && isSomething(member)) return true;
    return !WORD.test(key) || hasProse(member, isLabel, depth + 1);
  });
}

function isSomething(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return typeof value === "string" && value !== "";
}
