/** Hosts known to accept `stream_options.include_usage` on streamed chats: OpenAI's and Azure's. */
const KNOWN_HOSTS = [
  "openai.com",
  "openai.azure.com",
  "cognitiveservices.azure.com",
  "services.ai.azure.com",
  // Azure's regional endpoints, and Azure Government.
  "api.cognitive.microsoft.com",
  "openai.azure.us",
  "cognitiveservices.azure.us",
  "services.ai.azure.us",
];

/**
 * Azure's Model Inference API, which rejects fields that its reference does not have,
 * `stream_options` among them, unless a header allows them (`extra-parameters`).
 */
const MODEL_INFERENCE = /^\/models(?:\/|$)/i;

/** Whether the server behind `url` is known to report the usage of streams on request. */
export function takesUsageRequest(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, pathname } = new URL(url);
  if (MODEL_INFERENCE.test(pathname)) return false;
  const host = hostname.toLowerCase();
  return KNOWN_HOSTS.some((known) => host === known || host.endsWith(`.${known}`));
}
