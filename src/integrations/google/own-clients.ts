import { UnguardedRequestError } from "../../errors.ts";
import { hook } from "../hook.ts";

/** Resources that are clients of their own; the client keeps them by these names with a `_` before. */
export const OWN_CLIENTS = [
  ...["interactions", "agents", "webhooks", "triggers", "environments", "credentials", "voices"],
] as const;

/** Where such a client, or a resource of its, begins a request, by version. */
const BEGINNINGS = ["getClient", "prepareOptions"];

/**
 * Refuses resources that send their requests by themselves and ask nobody for a `fetch`, as they do
 * in versions from 1.33 to 2.22: those that are reached for from now on, and those that were before.
 */
export function refuseOwnClients(client: object): void {
  const kept = client as Readonly<Record<string, { readonly _client?: object } | undefined>>;
  for (const name of OWN_CLIENTS) {
    if (name in client) Object.defineProperty(client, name, { get: refuse, configurable: true });
    for (const part of [kept[`_${name}`], kept[`_${name}`]?._client]) close(part);
  }
  close(client, ["getNextGenClient"]);
  close(kept._nextGenClient);
}

function close(part: object | undefined, beginnings = BEGINNINGS): void {
  for (const name of beginnings) {
    if (part !== undefined && name in part) hook(part as Record<string, unknown>, name, refuse);
  }
}

function refuse(): never {
  throw new UnguardedRequestError(
    'This version of @google/genai sends interactions and the like past the guard; nothing was sent. Use version 2.23 or later, or pass unguardedRequests: "allow" to let them through.',
  );
}
