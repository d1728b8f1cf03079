import { UnguardedRequestError } from "../../errors.ts";
import { hook } from "../hook.ts";

/**
 * Resources that are separate clients in the versions that {@link refuseOwnClients} blocks. The
 * client stores them under these names with a `_` prefix.
 */
const OWN_CLIENTS = [
  ...["interactions", "agents", "webhooks", "triggers", "environments", "credentials", "voices"],
] as const;

/** Where such a client, or one of its resources, starts a request, by version. */
const BEGINNINGS = ["getClient", "prepareOptions"];

/**
 * Blocks resources that send their requests themselves without asking for a `fetch`, as in versions
 * 1.33 to 2.22: on later access, and those that were accessed before.
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

/**
 * Drops what separate clients built before, so that they ask for a `fetch` again. By shape and not
 * by name: a resource added by a later version must not keep a `fetch` that nobody guards.
 */
export function resetOwnClients(client: object): void {
  const kept = client as Record<string, unknown>;
  for (const resource of Object.values(kept)) {
    if (isBuiltLazily(resource)) resource.sdk = undefined;
  }
  if (kept._nextGenClient !== undefined) kept._nextGenClient = undefined;
}

function isBuiltLazily(resource: unknown): resource is { sdk?: unknown } {
  return typeof resource === "object" && resource !== null && "sdk" in resource;
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
