import type { ClientInternals, MiddlewareEntry, MiddlewareStack } from "./client-shape.ts";

/** The name of the SDK's serializer in every version. */
export const SERIALIZER = "serializerMiddleware";

/** Serializes the commands of a client into requests. */
export interface Serializer {
  /** The middleware; undefined if each command brings its own, as in older versions. */
  readonly middleware: unknown;
  /** Whether the client still uses the same protocol. */
  isCurrent(): boolean;
}

/** The serializer that a client has now. */
export function serializerOf({ config, middlewareStack }: ClientInternals): Serializer {
  const { protocol } = config;
  const [middleware] = serializersIn(middlewareStack);
  return { middleware, isCurrent: () => config.protocol === protocol };
}

/** Whether `stack` has exactly one serializer by name, and it is the known one. */
export function isSerializedBy(stack: MiddlewareStack, serializer: Serializer): boolean {
  const [found, ...others] = serializersIn(stack);
  const { middleware = found } = serializer;
  return (
    found !== undefined && found === middleware && others.length === 0 && serializer.isCurrent()
  );
}

/**
 * All middleware with the serializer's name. A stack reveals its middleware only when it is copied.
 */
function serializersIn(stack: MiddlewareStack): readonly unknown[] {
  const found: unknown[] = [];
  const add = (middleware: unknown, { name, aliases }: MiddlewareEntry): void => {
    if (name === SERIALIZER || aliases?.includes(SERIALIZER)) found.push(middleware);
  };
  stack.applyToStack({ add, addRelativeTo: add });
  return found;
}
