import { endOfString } from "../../base/end-of-string.ts";

/** A member of a JSON object, as written. */
export interface Member {
  /** Unescaped. */
  readonly name: string;
  /** The text of the value, without surrounding whitespace. */
  readonly text: string;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);

/**
 * The members of the outermost JSON object, repeated names included: a parser keeps only the last
 * of them without a warning, so that two readers of one response can disagree. Of truncated JSON,
 * the members before the cut; the last one counts only if its end is there.
 *
 * @throws SyntaxError for an invalid name.
 */
export function membersOf(json: string): Member[] {
  const members: Member[] = [];
  let depth = 0;
  let begin = 0;
  let name = "";
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) {
      at = endOfString(json, at + 1);
    } else if (OPEN.has(unit)) {
      depth += 1;
      if (depth === 1) begin = at + 1;
    } else if (unit === COLON && depth === 1) {
      name = decodeName(json.slice(begin, at).trim());
      begin = at + 1;
    } else if (depth === 1 && (unit === COMMA || CLOSE.has(unit))) {
      const text = json.slice(begin, at).trim();
      if (text !== "") members.push({ name, text });
      begin = at + 1;
      if (unit !== COMMA) depth -= 1;
    } else if (CLOSE.has(unit)) {
      depth -= 1;
    }
  }
  return members;
}

/** The number of members in the outermost object; {@link membersOf} without their text. */
export function countMembers(json: string): number {
  let depth = 0;
  let colons = 0;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(json, at + 1);
    else if (unit === COLON) colons += depth === 1 ? 1 : 0;
    else if (unit === 0x5b || unit === 0x7b) depth += 1;
    else if (unit === 0x5d || unit === 0x7d) depth -= 1;
  }
  return colons;
}

function decodeName(quoted: string): string {
  return quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}
