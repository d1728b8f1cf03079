import type { RouteRow } from "../route-row.ts";
import { routeTable } from "../route-table.ts";

function row(path: string, verdict: RouteRow["verdict"], why: string): RouteRow {
  return { method: "POST", path, verdict, why };
}

/** Routes of Ollama's own API that are not guarded by a format of theirs. */
export const OLLAMA_ROUTES: readonly RouteRow[] = [
  row("/api/pull", "harmless", "fetches a model by its name"),
  row("/api/push", "harmless", "publishes a model by its name"),
  row("/api/copy", "harmless", "gives a model another name"),
  row("/api/show", "harmless", "reads what is stored about a model"),
  row("/api/create", "refused", "keeps words for models that read them without coming by here"),
  row("/api/blobs/{}", "refused", "uploads a file that the guard cannot read"),
  row("/api/web_search", "refused", "searches the web for words that nobody has checked"),
  row("/api/web_fetch", "refused", "fetches an address that nobody has checked"),
];

/** The row of a route of Ollama's API. */
export const ollamaRoute = routeTable(OLLAMA_ROUTES, /^\//);
