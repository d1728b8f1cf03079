import { UnguardedRequestError } from "../../errors.ts";
import { hook } from "../hook.ts";
import type { CommandContext, Handler, Middleware, MiddlewareStack } from "./client-shape.ts";
import { isSerializedBy, SERIALIZER, type Serializer } from "./serializer.ts";

/**
 * The positions of a guard in the middleware of one command. No middleware of an app can get
 * between the positions and what they are next to.
 */
export interface Checkpoints {
  /** Directly before the serializer: after all middleware that changes the input of a command. */
  readonly input: Middleware;
  /** Directly after the serializer: before all middleware that changes the request. */
  readonly request: Middleware;
  /** The last position: around the call of the client's request handler, once per attempt. */
  readonly exit: (handler: Handler) => Handler;
}

/** What is inserted into a client's middleware chains. */
export interface HookSetup {
  /** The serializer that the client had when it was guarded. */
  readonly serializer: Serializer;
  /** Creates the checkpoints of one sending. Called when its chain is combined. */
  begin(context: CommandContext): () => Checkpoints;
}

/** On a stack: the setup it was hooked with. */
const HOOKED = Symbol("guarded-model-client.hooked");

/**
 * Inserts checkpoints into every middleware chain created from `stack`, alone or with that of a
 * command. They are added when a chain is combined, after everything else, and have no names:
 * nothing can remove them, replace them or be added relative to them.
 */
export function hookStack(stack: MiddlewareStack, hooking: HookSetup): void {
  if ((stack as HookedStack)[HOOKED] === hooking) return;
  const { clone, concat, applyToStack, resolve } = hookedMethods({ ...stack }, hooking);
  hook(stack, "clone", clone);
  hook(stack, "concat", concat);
  hook(stack, "applyToStack", applyToStack);
  hook(stack, "resolve", resolve);
  Object.defineProperty(stack, HOOKED, { value: hooking, configurable: true });
}

type HookedStack = MiddlewareStack & { readonly [HOOKED]?: HookSetup };

type HookedMethods = Pick<MiddlewareStack, "clone" | "concat" | "applyToStack" | "resolve">;

/** The methods of `stack` with checkpoints added; `stack` itself is not changed. */
function hookedMethods(stack: MiddlewareStack, hooking: HookSetup): HookedMethods {
  // Runs once per command. A new object is cheaper than hooks.
  const hooked = (made: MiddlewareStack): HookedStack => {
    return { ...made, ...hookedMethods(made, hooking), [HOOKED]: hooking };
  };
  return {
    clone: () => hooked(stack.clone()),
    concat: (from) => hooked(stack.concat(from)),
    applyToStack(to) {
      stack.applyToStack(to);
      if ("resolve" in to) hookStack(to, hooking);
    },
    resolve(handler, context) {
      const checkpoints = hooking.begin(context);
      // A chain may be cached and called for many commands, each with its own approval.
      return (args) => {
        if (!isSerializedBy(stack, hooking.serializer)) return Promise.reject(replacedSerializer());
        return putTogether(stack, checkpoints())(handler, context)(args);
      };
    },
  };
}

/**
 * Combines the chain of one command. What is added last is closest to the serializer, so the
 * checkpoints are added now.
 */
function putTogether(stack: MiddlewareStack, { input, request, exit }: Checkpoints): Middleware {
  return (handler, context) => {
    try {
      stack.addRelativeTo(input, { relation: "before", toMiddleware: SERIALIZER });
      stack.addRelativeTo(request, { relation: "after", toMiddleware: SERIALIZER });
      return stack.resolve(exit(handler), context);
    } finally {
      stack.remove(input);
      stack.remove(request);
    }
  };
}

function replacedSerializer(): UnguardedRequestError {
  return new UnguardedRequestError(
    "The client's serializer was replaced after the client was guarded; nothing was sent. Replace it first, then guard the client.",
  );
}
