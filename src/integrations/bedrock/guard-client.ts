import { gateOf } from "../../lifecycle/gate.ts";
import type { InterceptorOptions } from "../../lifecycle/interceptor-options.ts";
import { checkedOptions } from "../checked-options.ts";
import { assertHookable, isGuardedBy, markGuarded } from "../guarded-mark.ts";
import type { Guarded } from "./admit.ts";
import { checkpointsOf } from "./checkpoints.ts";
import { type ClientInternals, internalsOf } from "./client-shape.ts";
import { type CurrentSending, hookSend, sendingOf } from "./hook-send.ts";
import { type HookSetup, hookStack } from "./hook-stack.ts";
import { Sending } from "./sending.ts";
import { serializerOf } from "./serializer.ts";

/** Hooks the instance itself. @throws ConfigurationError for a foreign object or a second guard. */
export function guardClient<C extends object>(
  client: C,
  guard: unknown,
  given: InterceptorOptions,
): C {
  const gate = gateOf(guard);
  const options = checkedOptions("guardBedrock", given);
  const internals = internalsOf(client);
  if (isGuardedBy(client, gate, "Bedrock")) return client;
  assertHookable([client, internals.middlewareStack]);
  hookClient(internals, { gate, options, client });
  markGuarded(client, gate);
  return client;
}

function hookClient(client: ClientInternals, guarded: Guarded): void {
  const current: CurrentSending = { sending: undefined };
  const { active } = guarded.gate.services;
  const hooking: HookSetup = {
    serializer: serializerOf(client),
    begin(context) {
      const sending = sendingOf(current, context);
      return () => checkpointsOf(guarded, sending ?? new Sending(undefined, active));
    },
  };
  hookSend(client, {
    active,
    current,
    // An app may have given the client a different stack.
    prepare: ({ middlewareStack }) => hookStack(middlewareStack, hooking),
  });
  hookStack(client.middlewareStack, hooking);
  // Chains that were combined before contain no guard.
  if (client.handlers !== undefined) client.handlers = undefined;
}
