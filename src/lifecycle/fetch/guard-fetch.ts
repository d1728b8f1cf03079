import {
  aFunction,
  arrayOf,
  assertOptions,
  isFunction,
  must,
  strictObject,
} from "../../base/option-rules.ts";
import { orUndo } from "../../base/or-undo.ts";
import { ConfigurationError } from "../../errors.ts";
import { FORMAT_NAMES, type FormatName } from "../../providers/format-names.ts";
import type { RequestMatch } from "../../providers/model-provider.ts";
import { registerInterceptor } from "../context/scope.ts";
import type { Gate } from "../gate.ts";
import { INTERCEPTOR_RULES, type InterceptorOptions } from "../interceptor-options.ts";
import type { CheckedRule, FetchRule, ProviderFormat } from "./fetch-rule.ts";
import type { GuardedFetchSetup } from "./fetch-setup.ts";

/** Options of `guardFetch`. */
export interface GuardFetchOptions extends InterceptorOptions {
  /** Checked in order, before the built-in formats. Default: none. */
  readonly rules?: readonly FetchRule[] | undefined;
}

/** The code behind a guarded `fetch`, loaded with the first request. */
type FetchModule = typeof import("./run-fetch.ts");

let loaded: FetchModule | undefined;

/** The global `fetch` of the moment, guarded. It may take that place itself. */
export function guardGlobalFetch(gate: Gate): typeof fetch {
  return guarded(gate, { baseFetch: fetch, isGlobal: true });
}

/**
 * A guarded replacement of `baseFetch`.
 *
 * @throws ConfigurationError if `baseFetch` is not a function or a rule names an unknown format.
 */
export function makeGuardedFetch(
  gate: Gate,
  baseFetch: typeof fetch,
  options: GuardFetchOptions,
): typeof fetch {
  if (typeof baseFetch !== "function") {
    throw new ConfigurationError("guardFetch needs the fetch function to guard.");
  }
  assertOptions("guardFetch", FETCH_OPTIONS, options);
  return guarded(gate, { ...options, baseFetch, rules: checkRules(options.rules ?? []) });
}

/** A guarded `fetch` with a setup that was checked before. */
export function guarded(gate: Gate, setup: GuardedFetchSetup): typeof fetch {
  registerInterceptor(gate.services);
  return async (...given) => {
    // Before the reservation, because copying may throw.
    const [input, init] = loaded === undefined ? keep(...given) : given;
    const reservation = gate.services.active.reserve();
    loaded ??= await orUndo(import("./run-fetch.ts"), () =>
      gate.services.active.release(reservation),
    );
    return loaded.runFetch(gate, setup, { input, init, reservation });
  };
}

const FETCH_OPTIONS = strictObject({
  ...INTERCEPTOR_RULES,
  rules: arrayOf(
    // What a format may be is checked below: here, it must be allowed to be there.
    strictObject({ format: () => undefined, matches: aFunction }),
    must("be an array", Array.isArray),
  ),
});

/** Copies what the app may change as soon as `fetch` has returned. */
function keep(...[given, init]: Parameters<typeof fetch>): Parameters<typeof fetch> {
  const input = given instanceof URL ? new URL(given) : given;
  // Instances of classes are read by property name later, in `ownCall`.
  if (init?.constructor !== Object) return [input, init];
  const own = { ...init };
  const { body, headers } = own;
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) own.body = structuredClone(body);
  if (headers instanceof Headers) own.headers = new Headers(headers);
  else if (headers?.constructor === Object) own.headers = { ...headers };
  return [input, own];
}

function checkRules(rules: readonly FetchRule[]): readonly CheckedRule[] {
  return rules.map(({ format, matches }) => {
    const { codec, matches: own } = Object(format) as Partial<ProviderFormat>;
    if (!isFunction(codec?.readPrompt) && !FORMAT_NAMES.includes(format as FormatName)) {
      throw new ConfigurationError(
        `rules: format must be a provider or ${FORMAT_NAMES.join(", ")}.`,
      );
    }
    const asked = matches ?? own;
    if (!isFunction(asked)) {
      throw new ConfigurationError("rules: matches must be a function.");
    }
    return { format: codec ?? (format as string), matches: asked as RequestMatch };
  });
}
