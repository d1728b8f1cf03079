import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { parseJson } from "../json/parse-json.ts";

/**
 * An error that a body of server-sent events tells in a piece that is JSON by itself, as Google's
 * streams do once they have begun. Its client looks for one in each piece as it arrives. Made to be
 * asked of every piece: others hardly ever begin with a brace.
 */
export function bareErrorIn(bytes: Uint8Array): JsonObject | undefined {
  return bytes[0] === OPEN_BRACE ? errorIn(new TextDecoder().decode(bytes)) : undefined;
}

/** The error that a text is, all of it. */
export function errorIn(text: string): JsonObject | undefined {
  const told = parseJson(text);
  return isJsonObject(told) && isJsonObject(told.error) ? told : undefined;
}

const OPEN_BRACE = 0x7b;
