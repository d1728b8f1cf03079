import { UnguardedRequestError } from "../../errors.ts";
import { gateOf } from "../../lifecycle/gate.ts";
import type { InterceptorOptions } from "../../lifecycle/interceptor-options.ts";
import { checkedOptions } from "../checked-options.ts";
import { assertHookable, isGuardedBy, markGuarded } from "../guarded-mark.ts";
import { hook } from "../hook.ts";
import { unwrapped } from "../unwrapped.ts";
import { hookAnswers } from "./answer-hooks.ts";
import { hookCalls } from "./api-hooks.ts";
import { hookChats, hookModels } from "./begin-hooks.ts";
import { type GoogleInternals, internalsOf } from "./client-shape.ts";
import { hookFetch } from "./next-fetch.ts";

/** Hooks the instance itself. @throws ConfigurationError for a foreign object or a second guard. */
export function guardClient<C extends object>(
  client: C,
  guard: unknown,
  given: InterceptorOptions,
): C {
  const gate = gateOf(guard);
  const options = checkedOptions("guardGoogle", given);
  const own = unwrapped(client);
  const internals = internalsOf(own);
  if (isGuardedBy(own, gate, "Google")) return client;
  const { apiClient, models, caches, chats, live } = internals;
  assertHookable([own, apiClient, models, caches, chats, live, live?.music]);
  const guarded = { gate, options };
  const { active } = gate.services;
  hookAnswers(apiClient, { models, caches }, active);
  hookCalls(apiClient, guarded);
  hookModels(models, gate.services);
  hookChats(chats, gate.services);
  hookFetch(own, apiClient, guarded);
  if (options.unguardedRequests !== "allow") refuseSockets(internals);
  markGuarded(own, gate);
  return client;
}

/** Messages on a socket cannot be guarded, so opening one is refused. */
function refuseSockets({ live }: GoogleInternals): void {
  for (const door of [live, live?.music]) {
    if (typeof door?.connect !== "function") continue;
    hook(door, "connect", async () => {
      throw new UnguardedRequestError(
        'A live session would carry prompts past the guard; nothing was sent. Pass unguardedRequests: "allow" to let the client open sockets.',
      );
    });
  }
}
