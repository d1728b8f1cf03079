import { assertOptions, strictObject } from "../base/option-rules.ts";
import { INTERCEPTOR_RULES, type InterceptorOptions } from "../lifecycle/interceptor-options.ts";
import { withoutPrototype } from "../lifecycle/without-prototype.ts";

const RULE = strictObject(INTERCEPTOR_RULES);

/**
 * A copy of the options that were given to the function `name`, for all calls of the client.
 *
 * @throws ConfigurationError naming the option that is wrong or unknown.
 */
export function checkedOptions(name: string, options: InterceptorOptions): InterceptorOptions {
  assertOptions(name, RULE, options);
  return withoutPrototype(options);
}
