/** Hosts known to take `stream_options.include_usage` on streamed chats: OpenAI's and Azure's. */
const KNOWN_HOSTS = [
  "openai.com",
  "openai.azure.com",
  "cognitiveservices.azure.com",
  "services.ai.azure.com",
];

/**
 * Where Azure speaks its Model Inference API, which refuses fields that its reference does not have,
 * `stream_options` among them, unless a header says otherwise (`extra-parameters`).
 */
const MODEL_INFERENCE = /^\/models(?:\/|$)/i;

/** Whether the server behind `url` is known to report usage of streams when asked to. */
export function takesUsageRequest(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, pathname } = new URL(url);
  if (MODEL_INFERENCE.test(pathname)) return false;
  const host = hostname.toLowerCase();
  return KNOWN_HOSTS.some((known) => host === known || host.endsWith(`.${known}`));
}
