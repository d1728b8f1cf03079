import { attachLifecycle, lifecycleOf } from "../../lifecycle/lifecycle-of.ts";
import type { Lifecycle } from "../../types.ts";
import {
  type ApiClient,
  type ChatInternals,
  type ChatsInternals,
  hook,
  type ModelsInternals,
} from "./client-shape.ts";

/** Where a stream that the client makes of another one finds the lifecycle it began with. */
const BEGUN = Symbol("guarded-model-client.google-begun");

interface Begun {
  lifecycle?: Lifecycle | undefined;
}

type MarkedParams = object & { readonly [BEGUN]?: Begun };

/** What the request that is being made right now comes to. */
interface Slot {
  answer?: Promise<object>;
}

/** Methods that make one request, and their answer of what it came to. */
const ANSWERING = [
  ...(["generateContentInternal", "generateContentStreamInternal"] as const),
  ...(["embedContentInternal", "countTokens", "computeTokens"] as const),
];

/**
 * Lets answers and streams, which the client makes anew from what it was sent, be traced to their
 * lifecycles. Its resources make their requests before they wait for anything, so that a request
 * belongs to whoever is just being called.
 */
export function hookAnswers(api: ApiClient, models: ModelsInternals): void {
  const current: { slot: Slot | undefined } = { slot: undefined };
  for (const name of ["request", "requestStream"] as const) {
    const original = api[name];
    hook(api, name, function (this: unknown, request) {
      const answer = original.call(this as ApiClient, request);
      if (current.slot !== undefined) current.slot.answer ??= answer;
      return answer;
    });
  }
  for (const name of ANSWERING) {
    const original = models[name];
    if (typeof original !== "function") continue;
    hook(models, name, async function (this: unknown, params) {
      const slot: Slot = {};
      current.slot = slot;
      let making: Promise<object>;
      try {
        making = original.call(this as ModelsInternals, params);
      } finally {
        current.slot = undefined;
      }
      const made = await making;
      const lifecycle = lifecycleOf(await slot.answer);
      if (lifecycle === undefined) return made;
      attachLifecycle(made, lifecycle);
      const begun = (params as MarkedParams)[BEGUN];
      if (begun !== undefined) begun.lifecycle ??= lifecycle;
      return made;
    });
  }
  hookStreams(models);
}

/** A stream that may go on in further requests is told by the lifecycle of the first. */
function hookStreams(models: ModelsInternals): void {
  const { generateContentStream } = models;
  if (typeof generateContentStream !== "function") return;
  hookVisible(models, async function (this: unknown, params) {
    const begun: Begun = {};
    const marked = { ...params, [BEGUN]: begun };
    const stream = await generateContentStream.call(this as ModelsInternals, marked);
    if (begun.lifecycle !== undefined) attachLifecycle(stream, begun.lifecycle);
    return stream;
  });
}

/** The client has it as a property of its own, which is to be seen as before. */
function hookVisible(
  models: ModelsInternals,
  method: ModelsInternals["generateContentStream"],
): void {
  const { enumerable = false } =
    Object.getOwnPropertyDescriptor(models, "generateContentStream") ?? {};
  hook(models, "generateContentStream", method);
  Object.defineProperty(models, "generateContentStream", { enumerable });
}

/** A chat's stream is told by the lifecycle of the one that it is made of. */
export function hookChats(chats: ChatsInternals | undefined): void {
  const create = chats?.create;
  if (chats === undefined || typeof create !== "function") return;
  hook(chats, "create", function (this: unknown, params) {
    const chat = create.call(this as ChatsInternals, params);
    const { processStreamResponse } = chat;
    if (typeof processStreamResponse !== "function") return chat;
    hook(chat, "processStreamResponse", function (this: unknown, stream, input) {
      const told = processStreamResponse.call(this as ChatInternals, stream, input);
      const lifecycle = lifecycleOf(stream);
      if (lifecycle !== undefined) attachLifecycle(told, lifecycle);
      return told;
    });
    return chat;
  });
}
