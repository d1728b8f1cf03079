/** A class of the client that opens a connection of its own. */
export interface SocketRow {
  /** Module of the `openai` package, below its root. */
  readonly module: string;
  readonly name: string;
  /** First major in which the guarded client can refuse it; undefined when it never can. */
  readonly refusedSince: number | undefined;
  /** Clients with which it is not refused all the same. */
  readonly exceptWith?: string;
}

function socket(module: string, name: string, refusedSince?: number): SocketRow {
  return { module, name, refusedSince };
}

/**
 * Connections past the client's requests. A guard cannot stand in a socket, so it refuses to help
 * open one where it is asked: from major 7 on these classes ask the client for their headers.
 * Before that they only read its key and its address, which nobody can refuse, and connections of
 * browsers are opened by an exchange that the app makes itself.
 */
export const OPENAI_SOCKETS: readonly SocketRow[] = [
  socket("resources/responses/ws", "ResponsesWS", 7),
  socket("resources/beta/responses/ws", "ResponsesWS", 7),
  socket("resources/live/ws", "LiveWS", 7),
  socket("resources/live/forks/ws", "ForksWS", 7),
  socket("resources/live/sideband/ws", "SidebandWS", 7),
  socket("realtime/ws", "OpenAIRealtimeWS", 7),
  { ...socket("realtime/websocket", "OpenAIRealtimeWebSocket", 7), exceptWith: "AzureOpenAI" },
  socket("realtime/translations/ws", "OpenAIRealtimeTranslationWS", 7),
  socket("beta/realtime/ws", "OpenAIRealtimeWS", 7),
  { ...socket("beta/realtime/websocket", "OpenAIRealtimeWebSocket", 7), exceptWith: "AzureOpenAI" },
  socket("live/webrtc", "OpenAILiveWebRTC"),
  socket("realtime/webrtc", "OpenAIRealtimeWebRTC"),
];
