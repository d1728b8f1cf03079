import { harmless } from "../route/harmless-row.ts";
import { FILE, MEMORY, refused } from "../route/refused-row.ts";
import type { RouteRow } from "../route/route-row.ts";
import { routeTable } from "../route/route-table.ts";

/** Routes of Ollama's own API that have no guarded format. */
const OLLAMA_ROUTES: readonly RouteRow[] = [
  harmless("/api/pull", "fetches a model by its name"),
  harmless("/api/push", "publishes a model by its name"),
  harmless("/api/copy", "gives a model another name"),
  harmless("/api/show", "reads what is stored about a model"),
  harmless("/api/delete", "removes a model by its name", "DELETE"),
  refused("/api/create", MEMORY),
  refused("/api/blobs/{}", FILE),
  refused("/api/web_search", "searches the web for words that nobody has checked"),
  refused("/api/web_fetch", "fetches an address that nobody has checked"),
];

/** The table row of a route of Ollama's API. */
export const ollamaRoute = routeTable(OLLAMA_ROUTES, /^\//);
