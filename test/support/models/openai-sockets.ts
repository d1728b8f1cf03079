/** A class of the client that opens a connection of its own. */
export interface SocketRow {
  /** Module path within the `openai` package. */
  readonly module: string;
  readonly name: string;
  /** First major in which the guarded client can refuse it; undefined if it never can. */
  readonly refusedSince: number | undefined;
  /** Client with which it is not refused nevertheless. */
  readonly exceptWith?: string;
}

function socket(module: string, name: string, refusedSince?: number): SocketRow {
  return { module, name, refusedSince };
}

/**
 * Connections that bypass the client's requests. A guard cannot inspect a socket, so it refuses to
 * help open one when asked: from major 7 on, these classes ask the client for headers. Before that
 * they only read its key and URL, which cannot be refused, and browser connections are opened by an
 * exchange that the app makes itself.
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
