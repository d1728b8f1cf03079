import { guarded, type RouteRow } from "../route/route-row.ts";

const REQUEST = "`system`, `messages`, instructions for compaction";

/** Routes whose texts go through the guard. */
export const GUARDED_ROUTES: readonly RouteRow[] = [
  guarded("/v1/messages", "anthropic-messages", REQUEST),
  guarded("/v1/messages/count_tokens", "anthropic-messages", REQUEST),
  guarded(
    "/v1/messages/batches",
    "anthropic-batches",
    "the same texts of every request, as one call: a denial sends none of them",
  ),
];
