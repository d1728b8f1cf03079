import type { Route } from "../provider.ts";
import { percentDecoded } from "../route/named-in.ts";

/**
 * The model in a path of the Gemini API or Vertex AI: the name after `models/`, else the last two
 * segments, such as `tunedModels/mine` or `endpoints/12`. Without the custom method.
 */
export function googleModelAt({ path }: Route): string | undefined {
  const [kind, last = ""] = percentDecoded(path).replace(/\/$/, "").split("/").slice(-2);
  const id = /^([^:]+):[A-Za-z]+$/.exec(last)?.[1];
  if (!kind || id === undefined) return undefined;
  return kind === "models" ? id : `${kind}/${id}`;
}
