import type { Route } from "../provider.ts";
import { percentDecoded } from "../route/named-in.ts";

/**
 * The model in a path of the Gemini API or of Vertex AI: what follows `models/`, else the last
 * two segments, such as `tunedModels/mine` or `endpoints/12`. Without the method behind it.
 */
export function googleModelAt({ path }: Route): string | undefined {
  const [kind, last = ""] = percentDecoded(path).replace(/\/$/, "").split("/").slice(-2);
  const id = /^([^:]+):[A-Za-z]+$/.exec(last)?.[1];
  if (!kind || id === undefined) return undefined;
  return kind === "models" ? id : `${kind}/${id}`;
}
