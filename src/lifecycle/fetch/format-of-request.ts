import { hasMethod } from "../../base/option-rules.ts";
import { UnguardedRequestError } from "../../errors.ts";
import { BUILT_IN_CODECS, codecAt } from "../../providers/formats.ts";
import type { RequestMatch } from "../../providers/model-provider.ts";
import type { AnyCodec } from "../../providers/provider.ts";
import { apiAt } from "./api-at.ts";
import { type FetchCall, type FetchTarget, fetchTarget } from "./fetch-request.ts";
import type { CheckedRule } from "./fetch-rule.ts";
import type { GuardedFetchSetup } from "./fetch-setup.ts";

/**
 * The format that a rule of the app, or else the address, says. Undefined if neither knows it.
 *
 * @throws UnguardedRequestError if a rule does not say whether it applies.
 */
export function codecFor(
  setup: GuardedFetchSetup,
  { url, route }: FetchTarget,
): AnyCodec | undefined {
  const { rules = [] } = setup;
  const rule = rules.find((candidate) => applies(candidate, { url, method: route.method }));
  if (rule === undefined) return codecAt(apiAt(setup, url).hostname, route);
  const { format } = rule;
  if (typeof format === "object") return format;
  return BUILT_IN_CODECS.find((codec) => codec.name === format);
}

/**
 * Whether a rule applies. A promise, which would count as true, does not say so.
 *
 * @throws UnguardedRequestError
 */
function applies(rule: CheckedRule, request: Parameters<RequestMatch>[0]): boolean {
  try {
    const answer: unknown = rule.matches(request);
    if (!hasMethod("then")(answer)) return Boolean(answer);
    Promise.resolve(answer).catch(() => undefined);
    throw new TypeError("It returned a promise.");
  } catch (cause) {
    throw new UnguardedRequestError(
      "The function matches of a rule must return true or false, and did not; nothing was sent.",
      { cause },
    );
  }
}

/** The format of a refusal: none if it is the rules that failed. */
export function codecOfRefusal(
  setup: GuardedFetchSetup,
  { input, init }: FetchCall,
): AnyCodec | undefined {
  try {
    const target = fetchTarget(input, init);
    return target === undefined ? undefined : codecFor(setup, target);
  } catch {
    return undefined;
  }
}
