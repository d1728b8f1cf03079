import { foldedKey } from "../json/folded-key.ts";
import type { RouteRow } from "./route-row.ts";

/** What somebody calls or files something under, in the words of all providers. */
const LABELS: ReadonlySet<string> = new Set([
  ...["metadata", "attributes", "labels", "name", "display_name", "displayName", "title"],
  "description",
]);

/** Where formats have their prompts. On these routes nothing has such a name, not even for a word. */
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

/** A word of a format: an id, a path, a date, a duration. No prose, which has spaces. */
const WORD = /^[\w.:/@~+=,;%-]{0,512}$/;

/**
 * Whether a body says more than belongs on a route that carries no prompt: a sentence where words
 * of the format stand, or something that is no JSON. Nobody else looks into it.
 *
 * `body` is what a client makes JSON of, or JSON.
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

/** What a client makes JSON of, as far as that says what is in it. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

function hasProse(value: unknown, isLabel: (key: string) => boolean, depth = 0): boolean {
  if (typeof value === "string") return !WORD.test(value);
  if (typeof value !== "object" || value === null) return false;
  if (depth > MAX_DEPTH) return true;
  // A class says in JSON whatever it likes.
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
