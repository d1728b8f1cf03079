import { ConfigurationError } from "../../errors.ts";

/** The arguments of a command on its way through the client's middleware. */
export interface CommandArguments {
  readonly input: unknown;
  /**
   * From the serializer on: the request to send. Each attempt may have a copy with its own
   * signature.
   */
  readonly request?: unknown;
}

/** The result of a command. */
export interface CommandResult {
  readonly output: object;
  /** The HTTP response it was created from, unless middleware answered instead. */
  readonly response?: { readonly headers?: unknown } | undefined;
}

/** The rest of the client's middleware, and the request handler. */
export type Handler = (args: CommandArguments) => Promise<CommandResult>;

/** What middleware receives about its command. */
export interface CommandContext {
  /** Such as `ConverseCommand`. */
  readonly commandName?: string | undefined;
  /** The SDK's internal context. In newer versions it contains the abort signal of the command. */
  readonly __smithy_context?: { readonly abortSignal?: unknown } | undefined;
}

/** A middleware: combined with the handlers after it, then called for each command. */
export type Middleware = (next: Handler, context: CommandContext) => Handler;

/** The part of a stack that another stack uses to add its middleware. */
export interface EntryReader {
  add(middleware: unknown, place: MiddlewareEntry): void;
  addRelativeTo(middleware: unknown, place: MiddlewareEntry): void;
}

/** The names of a middleware. */
export interface MiddlewareEntry {
  readonly name?: string | undefined;
  readonly aliases?: readonly string[] | undefined;
}

/** Middleware of a client, or of a client and one of its commands. */
export interface MiddlewareStack {
  clone(): MiddlewareStack;
  /** A new stack with `from` added, which a client creates for each command. */
  concat(from: MiddlewareStack): MiddlewareStack;
  /** Adds all its middleware, one at a time. */
  applyToStack(to: MiddlewareStack | EntryReader): void;
  addRelativeTo(
    middleware: Middleware,
    place: { readonly relation: "before" | "after"; readonly toMiddleware: string },
  ): void;
  /** By name or by reference. */
  remove(middleware: Middleware | string): boolean;
  /** Combines all middleware around `handler`, which calls the request handler of the client. */
  resolve(handler: Handler, context: CommandContext): Handler;
}

/** Per-call options of the client. */
export interface SendOptions {
  readonly abortSignal?: AbortSignal | undefined;
}

/**
 * The parts that a guard needs of a client of the AWS SDK for JavaScript, version 3: its
 * middleware, and `send`, which all commands pass through, including the methods of
 * `BedrockRuntime`.
 */
export interface ClientInternals {
  readonly config: { readonly serviceId?: unknown; readonly protocol?: unknown };
  readonly middlewareStack: MiddlewareStack;
  /** Finished middleware chains, which a client may cache. */
  handlers?: unknown;
  send(command: object, ...rest: readonly unknown[]): unknown;
}

const SERVICE_ID = "Bedrock Runtime";
const STACK_METHODS = [
  "clone",
  "concat",
  "applyToStack",
  "addRelativeTo",
  "remove",
  "resolve",
] as const;

/** @throws ConfigurationError if `client` is not a Bedrock runtime client. */
export function internalsOf(client: object): ClientInternals {
  const internals = client as Partial<ClientInternals> | null | undefined;
  const isClient =
    typeof internals?.send === "function" &&
    STACK_METHODS.every((name) => typeof internals.middlewareStack?.[name] === "function") &&
    internals.config?.serviceId === SERVICE_ID;
  if (isClient) return internals as ClientInternals;
  throw new ConfigurationError(
    "guardBedrock needs a BedrockRuntimeClient or BedrockRuntime of the @aws-sdk/client-bedrock-runtime package, version 3.600 or later.",
  );
}
