import { parseJson } from "../../base/parse-json.ts";
import { isJsonObject, type JsonObject } from "../json/json-shape.ts";

/**
 * An error in a stream of server-sent events that is plain JSON in a chunk of its own, as Google's
 * streams report failures after their start. Google's client looks for it in each chunk as it
 * arrives. Cheap, because it is called for every chunk: others hardly ever begin with a brace.
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
