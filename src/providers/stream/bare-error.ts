import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { parseJson } from "../json/parse-json.ts";

/**
 * An error that a body of server-sent events tells in a piece that is JSON by itself, as Google's
 * streams do once they have begun. Its client looks for one in each piece as it arrives. Made to be
 * asked of every piece: others hardly ever begin with a brace.
 */
export function bareErrorIn(bytes: Uint8Array): JsonObject | undefined {
  if (bytes[0] !== OPEN_BRACE) return undefined;
  const told = parseJson(new TextDecoder().decode(bytes));
  return isJsonObject(told) && isJsonObject(told.error) ? told : undefined;
}

const OPEN_BRACE = 0x7b;
