/** What happens to a request of a provider's API under guard. */
export type Verdict =
  /** Its texts go through the guard first. */
  | "guarded"
  /** It carries no prompt and passes. */
  | "harmless"
  /** It carries content past the guard, and is sent only with `unguardedRequests: "allow"`. */
  | "refused";

/** One route, or several that are alike. */
export interface RouteRow {
  /** Methods, separated by spaces. */
  readonly method: string;
  /** Path below the API's root. `{}` is one segment of any name, a `*` at the end any number. */
  readonly path: string;
  readonly verdict: Verdict;
  /** For guarded routes the texts that the guard sees; for others the reason. */
  readonly why: string;
  /**
   * For harmless routes, what of a body may be prose: names and descriptions of what is stored, or
   * all of it, where nothing that a model reads is near. Default nothing.
   */
  readonly holds?: "labels" | "anything";
  /** Name of the wire format, for guarded routes. */
  readonly format?: string;
}

/** The row of a route whose texts go through the guard; `format` names its codec. */
export function guarded(path: string, format: string, why: string): RouteRow {
  return { method: "POST", path, verdict: "guarded", format, why };
}
