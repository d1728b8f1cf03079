/** Says that requests to a server of yours speak a known wire format. */
export interface FetchRule {
  /** Name of the wire format, for instance "openai-chat". */
  readonly format: string;
  /** Whether the rule is for this request. A rule that throws refuses it. */
  readonly matches: (request: { readonly url: URL; readonly method: string }) => boolean;
}
