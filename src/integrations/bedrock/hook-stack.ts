import { UnguardedRequestError } from "../../errors.ts";
import { hook } from "../hook.ts";
import type { CommandContext, Handler, Middleware, MiddlewareStack } from "./client-shape.ts";
import { isSerializedBy, SERIALIZER, type Serializer } from "./serializer.ts";

/** Where a guard stands on the way of one command. Nothing of an app's comes between these places. */
export interface Checkpoints {
  /** Right before the serializer: behind whatever still changes the input of a command. */
  readonly input: Middleware;
  /** Right behind the serializer: before whatever changes the request. */
  readonly request: Middleware;
  /** Last of all, around what hands a request to the client's request handler, once an attempt. */
  readonly exit: (handler: Handler) => Handler;
}

/** What is put into a client's chains of middleware. */
export interface HookSetup {
  /** The serializer that the client had when it was guarded. */
  readonly serializer: Serializer;
  /** Makes the checkpoints of one sending. Called when its chain is put together. */
  begin(context: CommandContext): () => Checkpoints;
}

/** On a stack: what it is hooked by. */
const HOOKED = Symbol("guarded-model-client.hooked");

/**
 * Puts checkpoints into every chain of middleware that is made of `stack`, alone or with that of a
 * command. They are added when a chain is put together, after everything else, and have no names:
 * nothing can remove them, take their place or be added relative to them.
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

/** What `stack` does, which itself stays as it is, with checkpoints. */
function hookedMethods(stack: MiddlewareStack, hooking: HookSetup): HookedMethods {
  // Once for each command, so an object of its own: cheaper than hooks.
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
      // A chain may be kept and called for many commands, and each has an approval of its own.
      return (args) => {
        if (!isSerializedBy(stack, hooking.serializer)) return Promise.reject(replacedSerializer());
        return putTogether(stack, checkpoints())(handler, context)(args);
      };
    },
  };
}

/** The chain of one command. What is added last stands nearest, so it is added now. */
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
