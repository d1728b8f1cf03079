/** What happens to requests on a route of a provider's API. */
export type Verdict =
  /** Its texts go through the guard first. */
  | "guarded"
  /** It carries no prompt and passes. */
  | "harmless"
  /** It would carry content past the guard, and is sent only with `unguardedRequests: "allow"`. */
  | "refused";

/** One route, or several similar ones. */
export interface RouteRow {
  /** Methods, separated by spaces. */
  readonly method: string;
  /**
   * Path below the API's root. `{}` is one segment of any name, a `*` at the end any number of
   * segments.
   */
  readonly path: string;
  readonly verdict: Verdict;
  /** For guarded routes, the texts that the guard sees; for others, the reason. */
  readonly why: string;
  /**
   * For harmless routes, what in a body may be free text: names and descriptions of stored objects,
   * or anything, if no model reads it. Default nothing.
   */
  readonly holds?: "labels" | "anything";
  /** Name of the wire format, for guarded routes. */
  readonly format?: string;
}

/** The row of a route whose texts go through the guard; `format` is the name of its codec. */
export function guarded(path: string, format: string, why: string): RouteRow {
  return { method: "POST", path, verdict: "guarded", format, why };
}
