import type { ModelProvider, RequestMatch } from "../../providers/model-provider.ts";
import type { AnyCodec } from "../../providers/provider.ts";

/** A wire format of your own: a provider made with `defineProvider`, or any other. */
export type ProviderFormat = Pick<
  ModelProvider<unknown, unknown, unknown, unknown>,
  "codec" | "matches"
>;

/** Says that requests to a server of yours speak a known wire format, or one of your own. */
export type FetchRule =
  | {
      /** Name of the wire format, for instance "openai-chat". */
      readonly format: string;
      /** Whether the rule is for this request. A rule that throws refuses it. */
      readonly matches: RequestMatch;
    }
  | {
      /** A provider of your own, as `defineProvider` gives it. */
      readonly format: ProviderFormat;
      /** Default: what the provider itself was defined to match. */
      readonly matches?: RequestMatch | undefined;
    };

/** A rule whose parts are known to be there: a format's name, or its codec. */
export interface CheckedRule {
  readonly format: string | AnyCodec;
  readonly matches: RequestMatch;
}
