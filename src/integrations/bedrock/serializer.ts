import type { ClientInternals, MiddlewareEntry, MiddlewareStack } from "./client-shape.ts";

/** The name that the SDK's serializer has in every version. */
export const SERIALIZER = "serializerMiddleware";

/** What turns the commands of a client into requests. */
export interface Serializer {
  /** The middleware; undefined where each command brings its own, as in older versions. */
  readonly middleware: unknown;
  /** Whether the client still speaks the protocol that it spoke then. */
  isCurrent(): boolean;
}

/** The serializer of a client as it is now. */
export function serializerOf({ config, middlewareStack }: ClientInternals): Serializer {
  const { protocol } = config;
  const [middleware] = serializersIn(middlewareStack);
  return { middleware, isCurrent: () => config.protocol === protocol };
}

/** Whether whatever calls itself the serializer of `stack` is the one that is known. */
export function isSerializedBy(stack: MiddlewareStack, serializer: Serializer): boolean {
  const [found, ...others] = serializersIn(stack);
  const { middleware = found } = serializer;
  return (
    found !== undefined && found === middleware && others.length === 0 && serializer.isCurrent()
  );
}

/** All middleware by the serializer's name. A stack shows what it has only to what copies it. */
function serializersIn(stack: MiddlewareStack): readonly unknown[] {
  const found: unknown[] = [];
  const add = (middleware: unknown, { name, aliases }: MiddlewareEntry): void => {
    if (name === SERIALIZER || aliases?.includes(SERIALIZER)) found.push(middleware);
  };
  stack.applyToStack({ add, addRelativeTo: add });
  return found;
}
