import { UnguardedRequestError } from "../../errors.ts";
import { Clearance } from "../stainless/clearance.ts";
import {
  type ClientInternals,
  hookMethod,
  type RequestOptions,
} from "../stainless/client-shape.ts";

/**
 * Prevents opening WebSockets, whose messages would bypass the guard. From major 7 on, the classes
 * for realtime, live and streamed responses ask the client for the headers they connect with;
 * frameworks that open sockets themselves (the Agents SDK) ask it for its credentials.
 */
export function refuseSockets(client: ClientInternals): void {
  if (typeof client._buildWebSocketHeaders === "function") {
    hookMethod(client, "_buildWebSocketHeaders", () => {
      throw refusal();
    });
  }
  const { authHeaders } = client;
  if (typeof authHeaders !== "function") return;
  hookMethod(client, "authHeaders", function (this: unknown, options, ...more) {
    if (isHandshake(options)) return Promise.reject(refusal());
    return authHeaders.call(this, options, ...more);
  });
}

/** A `GET` of a route that the API has for sockets only, and that is no request of the client's. */
function isHandshake(options: RequestOptions | undefined): boolean {
  const { method, path = "" } = options ?? {};
  if (method?.toLowerCase() !== "get" || !SOCKETS.test(path)) return false;
  return Clearance.of(options) === undefined;
}

const SOCKETS = /\/(?:responses|realtime)\/?$/;

function refusal(): UnguardedRequestError {
  return new UnguardedRequestError(
    'A WebSocket would carry prompts past the guard; nothing was sent. Pass unguardedRequests: "allow" to let the client open sockets.',
  );
}
