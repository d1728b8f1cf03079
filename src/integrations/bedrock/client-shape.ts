import { ConfigurationError } from "../../errors.ts";

/** What a command is called with, on its way through the client's middleware. */
export interface CommandArguments {
  readonly input: unknown;
}

/** What a command comes to. */
export interface CommandResult {
  readonly output: object;
}

/** The rest of the client's middleware, and the request behind it. */
export type Handler = (args: CommandArguments) => Promise<CommandResult>;

/** What middleware is told of its command. */
export interface CommandContext {
  /** Such as `ConverseCommand`. */
  readonly commandName?: string | undefined;
}

/** Per-call options of the client. */
export interface SendOptions {
  readonly abortSignal?: AbortSignal | undefined;
}

/**
 * What of a client of AWS's SDK for JavaScript, version 3, a guard needs: its middleware, which
 * runs once for each command before anything is serialized, and `send`, which everything goes
 * through, the methods of `BedrockRuntime` too.
 */
export interface ClientInternals {
  readonly config: { readonly serviceId?: unknown };
  readonly middlewareStack: {
    add(
      middleware: (next: Handler, context: CommandContext) => Handler,
      place: { readonly step: string; readonly priority: string; readonly name: string },
    ): void;
  };
  /** Finished chains of middleware, which a client may keep. */
  handlers?: unknown;
  send(command: object, ...rest: readonly unknown[]): unknown;
}

const SERVICE_ID = "Bedrock Runtime";

/** @throws ConfigurationError when `client` is no client of Bedrock's runtime. */
export function internalsOf(client: object): ClientInternals {
  const internals = client as Partial<ClientInternals> | null | undefined;
  const isClient =
    typeof internals?.send === "function" &&
    typeof internals.middlewareStack?.add === "function" &&
    internals.config?.serviceId === SERVICE_ID;
  if (isClient) return internals as ClientInternals;
  throw new ConfigurationError(
    "guardBedrock needs a BedrockRuntimeClient or BedrockRuntime of the @aws-sdk/client-bedrock-runtime package, version 3.600 or later.",
  );
}

/** Replaces a method on this one instance, unseen by enumeration. */
export function hook<T extends object, K extends keyof T>(target: T, name: K, method: T[K]): void {
  Object.defineProperty(target, name, {
    value: method,
    enumerable: false,
    configurable: true,
    writable: true,
  });
}
