import { UnguardedRequestError } from "../../errors.ts";
import { type ClientInternals, hookMethod } from "../stainless/client-shape.ts";

/**
 * Prevents opening WebSockets, whose messages would bypass the guard: from major 7 on, the classes
 * for realtime, live and streamed responses ask the client for the headers they connect with.
 */
export function refuseSockets(client: ClientInternals): void {
  if (typeof client._buildWebSocketHeaders !== "function") return;
  hookMethod(client, "_buildWebSocketHeaders", () => {
    throw new UnguardedRequestError(
      'A WebSocket would carry prompts past the guard; nothing was sent. Pass unguardedRequests: "allow" to let the client open sockets.',
    );
  });
}
