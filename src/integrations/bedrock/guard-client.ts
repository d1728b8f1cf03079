import { ConfigurationError } from "../../errors.ts";
import { type Gate, gateOf } from "../../lifecycle/gate.ts";
import { admit, type GuardBedrockOptions, type Guarded } from "./admit.ts";
import {
  type ClientInternals,
  type CommandArguments,
  type CommandContext,
  type CommandResult,
  type Handler,
  hook,
  internalsOf,
  type SendOptions,
} from "./client-shape.ts";
import { codecOf } from "./commands.ts";
import { perform } from "./perform.ts";
import { Sending } from "./sending.ts";

const GUARDED = Symbol.for("guarded-model-client.guarded-by");

/** Hooks the very instance. @throws ConfigurationError for a foreign object or a second guard. */
export function guardClient<C extends object>(
  client: C,
  guard: unknown,
  options: GuardBedrockOptions,
): C {
  const gate = gateOf(guard);
  const internals = internalsOf(client);
  const present = (client as { [GUARDED]?: Gate })[GUARDED];
  if (present === gate) return client;
  if (present !== undefined) {
    throw new ConfigurationError(
      "This Bedrock client is guarded by another GuardedModelClient already. Guard a client of its own for each.",
    );
  }
  Object.defineProperty(client, GUARDED, { value: gate });
  hookClient(internals, { gate, options });
  return client;
}

function hookClient(client: ClientInternals, guarded: Guarded): void {
  const current: { sending: Sending | undefined } = { sending: undefined };
  hookSend(client, current);
  client.middlewareStack.add(
    (next, context) => {
      // A client puts a command's middleware together before it waits for anything.
      const sending = current.sending ?? new Sending(undefined);
      return (args) => guardCommand(guarded, { next, context, args, sending });
    },
    // After everything that sets up a command, and before it becomes a request.
    { step: "serialize", priority: "high", name: "guardedModelClientMiddleware" },
  );
  // Chains that were put together before have no guard in them.
  if (client.handlers !== undefined) client.handlers = undefined;
}

/** Middleware is not told of a call's options, so they are noted on the way in. */
function hookSend(client: ClientInternals, current: { sending: Sending | undefined }): void {
  const { send } = client;
  hook(client, "send", function (this: ClientInternals, command, ...rest) {
    const [first, second] = rest;
    const options = (typeof first === "function" ? undefined : first) as SendOptions | undefined;
    const callback = typeof first === "function" ? first : second;
    const sending = new Sending(options);
    const outer = current.sending;
    current.sending = sending;
    try {
      const sent = { ...options, abortSignal: sending.signal };
      return send.call(this, command, sent, ...(callback === undefined ? [] : [callback]));
    } finally {
      current.sending = outer;
    }
  });
}

interface RunningCommand {
  readonly next: Handler;
  readonly context: CommandContext;
  readonly args: CommandArguments;
  readonly sending: Sending;
}

async function guardCommand(guarded: Guarded, command: RunningCommand): Promise<CommandResult> {
  const { next, context, args, sending } = command;
  const { unguardedRequests = "refuse" } = guarded.options;
  const codec = codecOf(context.commandName, unguardedRequests);
  if (codec === undefined) return next(args);
  const { input, passage } = await admit(guarded, { codec, input: args.input, sending });
  const send = (): Promise<CommandResult> => next({ ...args, input });
  if (passage === undefined) return send();
  return perform(guarded.gate, { passage, codec, sending, send });
}
