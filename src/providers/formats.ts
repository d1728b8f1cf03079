import { openaiChatCodec } from "./openai-chat/codec.ts";
import type { ProviderCodec, Route } from "./provider.ts";

/** A codec whose types do not matter to whoever routes to it. */
export type AnyCodec = ProviderCodec<unknown, unknown, unknown>;

/** The wire formats that are recognised by method and path, on any host. */
export const BUILT_IN_CODECS: readonly AnyCodec[] = [openaiChatCodec as AnyCodec];

/**
 * Paths of wire formats that carry prompts and are not guarded yet. They are refused on every
 * host, because a format we know to carry a prompt must not pass by for want of a codec.
 */
const UNGUARDED_PATHS: readonly RegExp[] = [
  /\/responses\/?$/i,
  /\/embeddings\/?$/i,
  /\/completions\/?$/i,
  /\/v1\/messages\/?$/i,
  /:(?:stream)?generatecontent$/i,
  /\/api\/(?:chat|generate|embed|embeddings)\/?$/i,
  /\/(?:converse|converse-stream|invoke|invoke-with-response-stream)$/i,
];

/** Whether a request is of a format that carries prompts and has no codec here. */
export function isKnownUnguarded(route: Route): boolean {
  return route.method === "POST" && UNGUARDED_PATHS.some((pattern) => pattern.test(route.path));
}

/** Hosts, with all their subdomains, that serve models. */
const PROVIDER_HOSTS: readonly string[] = [
  "api.openai.com",
  "openai.azure.com",
  "cognitiveservices.azure.com",
  "services.ai.azure.com",
  "models.ai.azure.com",
  "api.anthropic.com",
  "generativelanguage.googleapis.com",
  "aiplatform.googleapis.com",
  "api.mistral.ai",
  "api.groq.com",
  "api.together.xyz",
  "api.together.ai",
  "openrouter.ai",
  "api.cohere.com",
  "api.cohere.ai",
  "api.deepseek.com",
  "api.x.ai",
  "api.perplexity.ai",
  "api.fireworks.ai",
  "api.cerebras.ai",
  "api.replicate.com",
  "inference.huggingface.co",
  "router.huggingface.co",
];

const BEDROCK_HOST = /^bedrock(?:-agent)?-runtime[.-].*\.amazonaws\.com(?:\.cn)?$/;
const VERTEX_HOST = /-aiplatform\.googleapis\.com$/;

/** Whether a host is known to serve models, whatever the path. */
export function isProviderHost(hostname: string): boolean {
  const host = hostname.toLowerCase();
  if (BEDROCK_HOST.test(host) || VERTEX_HOST.test(host)) return true;
  return PROVIDER_HOSTS.some((known) => host === known || host.endsWith(`.${known}`));
}
