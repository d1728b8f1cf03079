import { isJsonObject, type JsonObject } from "./json/json-shape.ts";

/**
 * The signature of a reasoning part of the AI SDK: each provider has it in its own options, under
 * its own name.
 */
export function signatureOf({ type, providerOptions, providerMetadata }: JsonObject): unknown {
  const kept = providerOptions ?? providerMetadata;
  if (type !== "reasoning" || !isJsonObject(kept)) return undefined;
  return Object.values(kept).find(isSigned)?.signature;
}

function isSigned(own: unknown): own is { readonly signature: unknown } {
  return isJsonObject(own) && typeof own.signature === "string";
}
