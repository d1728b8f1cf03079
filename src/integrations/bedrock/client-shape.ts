import { ConfigurationError } from "../../errors.ts";

/** What a command is called with, on its way through the client's middleware. */
export interface CommandArguments {
  readonly input: unknown;
  /** From the serializer on: what is sent. Every attempt may have a copy with its own signature. */
  readonly request?: unknown;
}

/** What a command comes to. */
export interface CommandResult {
  readonly output: object;
  /** The HTTP response that it was made of, unless middleware answered by itself. */
  readonly response?: { readonly headers?: unknown } | undefined;
}

/** The rest of the client's middleware, and the request behind it. */
export type Handler = (args: CommandArguments) => Promise<CommandResult>;

/** What middleware is told of its command. */
export interface CommandContext {
  /** Such as `ConverseCommand`. */
  readonly commandName?: string | undefined;
  /** What the SDK tells itself; newer versions say here what a command is aborted by. */
  readonly __smithy_context?: { readonly abortSignal?: unknown } | undefined;
}

/** One piece of middleware: put together with what comes behind it, then called for each command. */
export type Middleware = (next: Handler, context: CommandContext) => Handler;

/** As much of a stack as another one adds its middleware to. */
export interface EntryReader {
  add(middleware: unknown, place: MiddlewareEntry): void;
  addRelativeTo(middleware: unknown, place: MiddlewareEntry): void;
}

/** What a piece of middleware is called. */
export interface MiddlewareEntry {
  readonly name?: string | undefined;
  readonly aliases?: readonly string[] | undefined;
}

/** Middleware of a client, or of a client and one of its commands. */
export interface MiddlewareStack {
  clone(): MiddlewareStack;
  /** A stack of its own with `from` added, which a client makes for each command. */
  concat(from: MiddlewareStack): MiddlewareStack;
  /** Adds all it has, piece by piece. */
  applyToStack(to: MiddlewareStack | EntryReader): void;
  addRelativeTo(
    middleware: Middleware,
    place: { readonly relation: "before" | "after"; readonly toMiddleware: string },
  ): void;
  /** By name or by itself. */
  remove(middleware: Middleware | string): boolean;
  /** Puts everything together around `handler`, which calls the request handler of the client. */
  resolve(handler: Handler, context: CommandContext): Handler;
}

/** Per-call options of the client. */
export interface SendOptions {
  readonly abortSignal?: AbortSignal | undefined;
}

/**
 * What of a client of AWS's SDK for JavaScript, version 3, a guard needs: its middleware, and `send`,
 * which everything goes through, the methods of `BedrockRuntime` too.
 */
export interface ClientInternals {
  readonly config: { readonly serviceId?: unknown; readonly protocol?: unknown };
  readonly middlewareStack: MiddlewareStack;
  /** Finished chains of middleware, which a client may keep. */
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

/** @throws ConfigurationError when `client` is no client of Bedrock's runtime. */
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
