import {
  type Harmlessness,
  HOOKS,
  harmless,
  LABELS,
  READS_OR_REMOVES,
  SECRET,
  STOPS,
} from "../route/harmless-row.ts";
import type { RouteRow } from "../route/route-row.ts";

const STORE: Harmlessness = {
  why: "creates an empty store; adding content to it is refused",
  holds: "labels",
};

/** Routes that carry no prompt. */
export const HARMLESS_ROUTES: readonly RouteRow[] = [
  READS_OR_REMOVES,
  harmless("{}:cancel", STOPS),
  harmless("interactions/{}/cancel", STOPS),
  harmless("{}:fetchPredictOperation", "asks for the progress of an operation"),
  harmless("cachedContents/{}", "changes how long a cached content is kept", "PATCH"),
  harmless("models/{}", LABELS, "PATCH"),
  harmless("tunedModels/{}", LABELS, "PATCH"),
  harmless("fileSearchStores", STORE),
  harmless("credentials", SECRET),
  harmless("credentials/{}", SECRET, "PATCH"),
  harmless("webhooks", HOOKS),
  harmless("webhooks/{}", HOOKS, "PATCH"),
  harmless("webhooks/{}:ping", HOOKS),
  harmless("webhooks/{}:rotateSigningSecret", HOOKS),
];
