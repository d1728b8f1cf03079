import type { RouteRow } from "../route-row.ts";
import { routeTable } from "../route-table.ts";

function row(route: string, verdict: RouteRow["verdict"], why: string): RouteRow {
  const [method = "", path = ""] = route.split(" ");
  return { method, path, verdict, why };
}

/** Routes of Ollama's own API that are not guarded by a format of theirs. */
export const OLLAMA_ROUTES: readonly RouteRow[] = [
  row("POST /api/pull", "harmless", "fetches a model by its name"),
  row("POST /api/push", "harmless", "publishes a model by its name"),
  row("POST /api/copy", "harmless", "gives a model another name"),
  row("POST /api/show", "harmless", "reads what is stored about a model"),
  row("DELETE /api/delete", "harmless", "removes a model by its name"),
  row(
    "POST /api/create",
    "refused",
    "keeps words for models that read them without coming by here",
  ),
  row("POST /api/blobs/{}", "refused", "uploads a file that the guard cannot read"),
  row("POST /api/web_search", "refused", "searches the web for words that nobody has checked"),
  row("POST /api/web_fetch", "refused", "fetches an address that nobody has checked"),
];

/** The row of a route of Ollama's API. */
export const ollamaRoute = routeTable(OLLAMA_ROUTES, /^\//);
