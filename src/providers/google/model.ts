import type { Route } from "../provider.ts";
import { percentDecoded } from "../route/named-in.ts";

/**
 * The model in a path of the Gemini API or of Vertex AI: what follows `models/`, else the last
 * two segments, such as `tunedModels/mine` or `endpoints/12`. Without the method behind it.
 */
export function googleModelAt({ path }: Route): string | undefined {
  const named = /([^/]+)\/([^/:]+):[A-Za-z]+\/?$/.exec(percentDecoded(path));
  if (named === null) return undefined;
  const [, kind, id] = named;
  return kind === "models" ? id : `${kind}/${id}`;
}
