import { registerNestedInterceptor } from "../../lifecycle/context/scope.ts";
import type { LifecycleServices } from "../../lifecycle/gate.ts";
import { hook } from "../hook.ts";
import { AppCall } from "./app-call.ts";
import type { ChatInternals, ChatsInternals, ModelsInternals } from "./client-shape.ts";

/**
 * Reserves calls when the app starts them, because the client awaits the tools it was given before
 * it makes their requests.
 */
export function hookModels(models: ModelsInternals, services: LifecycleServices): void {
  for (const name of ["generateContent", "generateContentStream"] as const) {
    const original = models[name];
    if (typeof original !== "function") continue;
    hook(models, name, async function (this: unknown, params) {
      return begin(services, params, async (appCall) => {
        const made = await original.call(this as ModelsInternals, appCall.mark(params));
        if (name === "generateContentStream") appCall.opened(made);
        return made;
      });
    });
  }
}

/** The same for chats, which first await the answer to the previous message. */
export function hookChats(chats: ChatsInternals | undefined, services: LifecycleServices): void {
  const create = chats?.create;
  if (chats === undefined || typeof create !== "function") return;
  hook(chats, "create", function (this: unknown, params) {
    const chat = create.call(this as ChatsInternals, params);
    hookMessages(chat, services);
    return chat;
  });
}

function hookMessages(chat: ChatInternals, services: LifecycleServices): void {
  for (const name of ["sendMessage", "sendMessageStream"] as const) {
    const original = chat[name];
    if (typeof original !== "function") continue;
    hook(chat, name, async function (this: unknown, params) {
      const self = this as ChatInternals;
      const config = params.config ?? self.config;
      // Without a configuration, the chat passes on nothing unchanged.
      if (!config) return original.call(self, params);
      return begin(services, params, async (appCall) => {
        const made = await original.call(self, appCall.mark({ ...params, config }));
        if (name === "sendMessageStream") appCall.opened(made);
        return made;
      });
    });
  }
}

/** Runs a call of the app, reserved for as long as it has no lifecycle. */
async function begin<T>(
  services: LifecycleServices,
  params: object,
  run: (appCall: AppCall) => Promise<T>,
): Promise<T> {
  const earlier = AppCall.of(params);
  if (earlier !== undefined) return run(earlier);
  const { active } = services;
  registerNestedInterceptor(services);
  const reservation = active.reserve();
  try {
    return await run(new AppCall(reservation));
  } finally {
    active.release(reservation);
  }
}
