import { UnguardedRequestError } from "../../errors.ts";
import { type ClientInternals, hookMethod } from "../stainless/client-shape.ts";

/**
 * Refuses to help open sockets, whose words would never come by here: from major 7 on, the
 * client's classes for realtime, live and streamed responses over WebSocket ask the client for
 * the headers that they connect with.
 */
export function refuseSockets(client: ClientInternals): void {
  if (typeof client._buildWebSocketHeaders !== "function") return;
  hookMethod(client, "_buildWebSocketHeaders", () => {
    throw new UnguardedRequestError(
      'A WebSocket would carry prompts past the guard; nothing was sent. Pass unguardedRequests: "allow" to let the client open sockets.',
    );
  });
}
