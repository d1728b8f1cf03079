/** Hosts known to take `stream_options.include_usage` on streamed chats: OpenAI's and Azure's. */
const KNOWN_HOSTS = [
  "openai.com",
  "openai.azure.com",
  "cognitiveservices.azure.com",
  "services.ai.azure.com",
];

/** Whether the server behind `url` is known to report usage of streams when asked to. */
export function takesUsageRequest(url: string): boolean {
  let host: string;
  try {
    host = new URL(url).hostname.toLowerCase();
  } catch {
    return false;
  }
  return KNOWN_HOSTS.some((known) => host === known || host.endsWith(`.${known}`));
}
