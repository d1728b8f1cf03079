import { hiddenField } from "../../base/hidden-field.ts";
import { hide } from "../../base/hide.ts";
import { registerNestedInterceptor } from "../../lifecycle/context/scope.ts";
import type { LifecycleServices } from "../../lifecycle/gate.ts";
import { lifecycleOf } from "../../lifecycle/lifecycle-of.ts";
import { passOnLifecycle } from "../../lifecycle/pass-on-lifecycle.ts";
import { markOptionsBySignal } from "../../lifecycle/run-in-lifecycle.ts";
import { boundLate } from "../hook.ts";
import { admissionOf } from "./admission.ts";
import type { SdkPromise } from "./client-shape.ts";

/** Methods of resources that return a helper for one call, or for each round of a tool loop. */
const HELPERS = [
  "stream",
  "runTools",
  "createAndStream",
  "createAndRunStream",
  "submitToolOutputsStream",
  "toolRunner",
] as const;
/** Methods of helpers that return the final answer, assembled by the helper. */
const FINALS = ["finalChatCompletion", "finalMessage", "finalResponse", "finalRun"] as const;

type Method = (this: unknown, ...args: unknown[]) => unknown;

interface Helper {
  readonly controller?: { readonly signal?: AbortSignal | undefined } | undefined;
}

const ofHelper = hiddenField<true>();

/** Whether the signal belongs to a helper, which makes its calls with it. */
export function isOfHelper(signal: AbortSignal): boolean {
  return ofHelper.get(signal) === true;
}

/**
 * Makes the results of a resource's helpers traceable to the lifecycles of their calls, and these
 * calls to the lifecycle that the helper is created in: most make them later, with a signal of
 * their own.
 */
export function hookHelpers(resource: object | undefined, services: LifecycleServices): void {
  hookParse(resource);
  for (const name of HELPERS) {
    hookNamed(
      resource,
      name,
      (method) =>
        function (this: unknown, ...args) {
          registerNestedInterceptor(services);
          const helper = method.apply(this, withMark(args));
          if (typeof helper === "object" && helper !== null) hookFinals(helper);
          return helper;
        },
    );
  }
}

/** Helpers keep their options for their calls, except for the signal. */
function withMark(args: unknown[]): unknown[] {
  const options = args.at(-1) as { readonly signal?: unknown } | null | undefined;
  const signal = options?.signal;
  if (!(signal instanceof AbortSignal)) return args;
  return [...args.slice(0, -1), markOptionsBySignal(signal, options as object)];
}

/**
 * For a `parse` that does not return the SDK's promise: its result is traced to the `create` call
 * in it.
 */
function hookParse(resource: object | undefined): void {
  let slot: { created?: unknown } | undefined;
  hookNamed(
    resource,
    "create",
    (method) =>
      function (this: unknown, ...args) {
        const created = method.apply(this, args);
        if (slot !== undefined) slot.created ??= created;
        return created;
      },
  );
  hookNamed(
    resource,
    "parse",
    (method) =>
      function (this: unknown, ...args) {
        const own: { created?: unknown } = {};
        slot = own;
        let parsing: unknown;
        try {
          parsing = method.apply(this, args);
        } finally {
          slot = undefined;
        }
        if (!(parsing instanceof Promise) || "_thenUnwrap" in parsing) return parsing;
        return parsing.then(
          async (made) => {
            passOnLifecycle(await own.created, made);
            return made;
          },
          async (error: unknown) => {
            passOnToError(await Promise.resolve(own.created).catch(() => undefined), error);
            throw error;
          },
        );
      },
  );
}

function hookFinals(helper: Helper): void {
  const signal = helper.controller?.signal;
  if (signal !== undefined) ofHelper.set(signal, true);
  for (const name of FINALS) {
    replaceMethod(
      helper,
      name,
      (method) =>
        async function (this: unknown, ...args) {
          const final = await method.apply(this, args);
          passOnLifecycle(helper, final);
          return final;
        },
    );
  }
  hookFailures(helper);
}

/**
 * Makes the errors of a helper traceable: it replaces those of its call by its own. They are the
 * same objects for its promises, its listeners and a loop over it.
 */
function hookFailures(helper: Helper): void {
  replaceMethod(
    helper,
    "_emit",
    (emit) =>
      function (this: unknown, ...args) {
        const [event, error] = args;
        if (event === "error" || event === "abort") passOnToError(helper, error);
        return emit.apply(this, args);
      },
  );
}

/** Makes the results of a promise's `_thenUnwrap` traceable to the answer's lifecycle. */
export function hookUnwrapping<P extends SdkPromise>(promise: P): P {
  const { _thenUnwrap } = promise;
  if (typeof _thenUnwrap !== "function") return promise;
  const unwrap: typeof _thenUnwrap = (transform) =>
    hookUnwrapping(
      parseUnarmed(
        _thenUnwrap.call(promise, (value, props) => {
          const armed = admissionOf(props.options)?.armed(props) ?? props;
          let made: unknown;
          try {
            made = transform(value, armed);
          } catch (error) {
            passOnToError(value, error);
            throw error;
          }
          if (made !== value) passOnLifecycle(value, made);
          return made;
        }),
      ),
    );
  // If the SDK has set it on the promise, assigning it is equivalent to defining it, and cheaper.
  if (Object.hasOwn(promise, "_thenUnwrap")) promise._thenUnwrap = unwrap;
  else hide(promise, "_thenUnwrap", unwrap);
  return promise;
}

/**
 * The SDK itself reads the request id from the parsed response; observing that response would cost
 * more than all other parsing.
 */
function parseUnarmed<P extends SdkPromise>(promise: P): P {
  const { parseResponse } = promise;
  promise.parseResponse = (sdk, props) =>
    parseResponse(sdk, admissionOf(props.options)?.unarmed(props) ?? props);
  return promise;
}

/** An error may have the lifecycle of another call, for example one that a tool has made. */
function passOnToError(origin: unknown, error: unknown): void {
  if (lifecycleOf(error) === undefined) passOnLifecycle(origin, error);
}

/**
 * Like `replaceMethod`, keeping the method's name and number of arguments, which wrappers of
 * methods display.
 */
function hookNamed(
  target: object | undefined,
  name: string,
  replace: (method: Method) => Method,
): void {
  replaceMethod(target, name, (method) => {
    const late = boundLate(target as Readonly<Record<string, Method>>, name) as Method;
    return Object.defineProperties(replace(late), {
      name: { value: method.name, configurable: true },
      length: { value: method.length, configurable: true },
    });
  });
}

/** Replaces a method on this object, if it has one, invisible to enumeration. */
function replaceMethod(
  target: object | undefined,
  name: string,
  replace: (method: Method) => Method,
): void {
  const method = (target as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (target === undefined || typeof method !== "function") return;
  hide(target, name, replace(method as Method));
}
