import { assertOptions, strictObject } from "../../base/option-rules.ts";
import { UnguardedRequestError } from "../../errors.ts";
import { gateOf } from "../../lifecycle/gate.ts";
import { INTERCEPTOR_RULES, type InterceptorOptions } from "../../lifecycle/interceptor-options.ts";
import { withoutPrototype } from "../../lifecycle/without-prototype.ts";
import { assertHookable, isGuardedBy, markGuarded } from "../guarded-mark.ts";
import { hook } from "../hook.ts";
import { unwrapped } from "../unwrapped.ts";
import { hookAnswers } from "./answer-hooks.ts";
import { hookCalls } from "./api-hooks.ts";
import { hookChats, hookModels } from "./begin-hooks.ts";
import { type GoogleInternals, internalsOf } from "./client-shape.ts";
import { hookFetch } from "./next-fetch.ts";

const OPTIONS = strictObject(INTERCEPTOR_RULES);

/** Hooks the instance itself. @throws ConfigurationError for a foreign object or a second guard. */
export function guardClient<C extends object>(
  client: C,
  guard: unknown,
  options: InterceptorOptions,
): C {
  const gate = gateOf(guard);
  assertOptions("guardGoogle", OPTIONS, options);
  const own = unwrapped(client);
  const internals = internalsOf(own);
  if (isGuardedBy(own, gate, "Google")) return client;
  const { apiClient, models, caches, chats, live } = internals;
  assertHookable([own, apiClient, models, caches, chats, live, live?.music]);
  const guarded = { gate, options: withoutPrototype(options) };
  const { active } = gate.services;
  hookAnswers(apiClient, { models, caches }, active);
  hookCalls(apiClient, guarded);
  hookModels(models, gate.services);
  hookChats(chats, gate.services);
  hookFetch(own, apiClient, guarded);
  if (guarded.options.unguardedRequests !== "allow") refuseSockets(internals);
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
