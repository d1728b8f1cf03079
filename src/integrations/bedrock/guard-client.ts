import { DOORWAY_RULES } from "../../lifecycle/doorway-options.ts";
import { gateOf } from "../../lifecycle/gate.ts";
import { assertOptions, shape } from "../../option-rules.ts";
import { isGuardedBy, markGuarded } from "../guarded-mark.ts";
import { admit, type GuardBedrockOptions, type Guarded } from "./admit.ts";
import {
  type ClientInternals,
  type CommandArguments,
  type CommandContext,
  type CommandResult,
  type Handler,
  internalsOf,
} from "./client-shape.ts";
import { codecOf } from "./commands.ts";
import { type CurrentSending, hookSend } from "./hook-send.ts";
import { perform, streamOf } from "./perform.ts";
import { Sending } from "./sending.ts";

const OPTIONS = shape(DOORWAY_RULES);

/** Hooks the very instance. @throws ConfigurationError for a foreign object or a second guard. */
export function guardClient<C extends object>(
  client: C,
  guard: unknown,
  options: GuardBedrockOptions,
): C {
  const gate = gateOf(guard);
  assertOptions("guardBedrock", OPTIONS, options);
  const internals = internalsOf(client);
  if (isGuardedBy(client, gate, "Bedrock")) return client;
  markGuarded(client, gate);
  hookClient(internals, { gate, options });
  return client;
}

function hookClient(client: ClientInternals, guarded: Guarded): void {
  const current: CurrentSending = { sending: undefined };
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
  if (codec === undefined) return passBy(sending, () => next(args));
  const { input, passage } = await admit(guarded, { codec, input: args.input, sending });
  const send = (): Promise<CommandResult> => next({ ...args, input });
  if (passage === undefined) return passBy(sending, send);
  return perform(guarded.gate, { passage, codec, sending, send });
}

/** Sends what needs no report of ours. A stream stays bound to its signal. */
async function passBy(
  sending: Sending,
  send: () => Promise<CommandResult>,
): Promise<CommandResult> {
  const result = await send();
  sending.isOpen = streamOf(result.output) !== undefined;
  return result;
}
