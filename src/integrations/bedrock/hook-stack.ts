import { UnguardedRequestError } from "../../errors.ts";
import { hiddenField } from "../../hidden-field.ts";
import {
  type CommandContext,
  type Handler,
  hook,
  type Middleware,
  type MiddlewareStack,
} from "./client-shape.ts";
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
export interface Hooking {
  /** The serializer that the client had when it was guarded. */
  readonly serializer: Serializer;
  /** Makes the checkpoints of one sending. Called when its chain is put together. */
  begin(context: CommandContext): () => Checkpoints;
}

const hookingOf = hiddenField<Hooking>();

/**
 * Puts checkpoints into every chain of middleware that is made of `stack`, alone or with that of a
 * command. They are added when a chain is put together, after everything else, and have no names:
 * nothing can remove them, take their place or be added relative to them.
 */
export function hookStack(stack: MiddlewareStack, hooking: Hooking): void {
  if (hookingOf.get(stack) === hooking) return;
  hookingOf.set(stack, hooking);
  const { clone, concat, applyToStack } = stack;
  const hooked = (made: MiddlewareStack): MiddlewareStack => {
    hookStack(made, hooking);
    return made;
  };
  hook(stack, "clone", () => hooked(clone()));
  hook(stack, "concat", (from) => hooked(concat(from)));
  hook(stack, "applyToStack", (to) => {
    applyToStack(to);
    if ("resolve" in to) hookStack(to, hooking);
  });
  hook(stack, "resolve", (handler, context) => {
    const checkpoints = hooking.begin(context);
    // A chain may be kept and called for many commands, and each has an approval of its own.
    return (args) => {
      const own = clone();
      if (!isSerializedBy(own, hooking.serializer)) return Promise.reject(replacedSerializer());
      return putTogether(own, checkpoints())(handler, context)(args);
    };
  });
}

/** The chain of one command, of a stack that nobody else holds. What is added last stands nearest. */
function putTogether(own: MiddlewareStack, { input, request, exit }: Checkpoints): Middleware {
  own.addRelativeTo(input, { relation: "before", toMiddleware: SERIALIZER });
  own.addRelativeTo(request, { relation: "after", toMiddleware: SERIALIZER });
  return (handler, context) => own.resolve(exit(handler), context);
}

function replacedSerializer(): UnguardedRequestError {
  return new UnguardedRequestError(
    "The client's serializer was replaced after the client was guarded; nothing was sent. Replace it first, then guard the client.",
  );
}
