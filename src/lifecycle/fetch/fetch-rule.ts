import type { FormatName } from "../../providers/format-names.ts";
import type { ModelProvider, RequestMatch } from "../../providers/model-provider.ts";
import type { AnyCodec } from "../../providers/provider.ts";

/** A wire format given as a provider, for example one from `defineProvider`. */
export type ProviderFormat = Pick<
  ModelProvider<unknown, unknown, unknown, unknown>,
  "codec" | "matches"
>;

/** Declares that certain requests have a known wire format, or a custom one. */
export type FetchRule =
  | {
      /** Name of the wire format, for example "openai-chat". */
      readonly format: FormatName | (string & {});
      /** Whether the rule applies. If it throws or returns a promise, the request is refused. */
      readonly matches: RequestMatch;
    }
  | {
      /** A custom provider from `defineProvider`. */
      readonly format: ProviderFormat;
      /** Whether the rule applies to this request. Default: the provider's own `matches`. */
      readonly matches?: RequestMatch | undefined;
    };

/** A validated rule, with the format's name or codec. */
export interface CheckedRule {
  readonly format: string | AnyCodec;
  readonly matches: RequestMatch;
}
