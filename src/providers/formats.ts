import { ANTHROPIC_CODECS } from "./anthropic/codecs.ts";
import { anthropicRoute } from "./anthropic-routes/table.ts";
import { BEDROCK_CODECS } from "./bedrock/codecs.ts";
import { GOOGLE_CODECS, GOOGLE_OWN_CODECS } from "./google/codecs.ts";
import { googleRoute } from "./google-routes/table.ts";
import { OLLAMA_CODECS } from "./ollama/codecs.ts";
import { ollamaRoute } from "./ollama-routes/table.ts";
import { OPENAI_CODECS, OPENAI_OWN_CODECS } from "./openai/codecs.ts";
import { openaiRoute } from "./openai-routes/table.ts";
import type { AnyCodec, Route } from "./provider.ts";
import { rerankCodec } from "./rerank/codec.ts";
import { harmless, STOPS } from "./route/harmless-row.ts";
import {
  ANTHROPIC_HOSTS,
  GOOGLE_HOSTS,
  OPENAI_HOSTS,
  PROVIDER_HOSTS,
} from "./route/provider-hosts.ts";
import { isPostTo, isPostToMethod, isPostToPattern } from "./route/route.ts";
import type { RouteRow } from "./route/route-row.ts";
import { routeTable } from "./route/route-table.ts";

/** The wire formats that are recognized by method and path, on any host. */
export const BUILT_IN_CODECS: readonly AnyCodec[] = [
  // Before OpenAI's, because Ollama's `/api/embeddings` also ends with OpenAI's `/embeddings`.
  ...OLLAMA_CODECS,
  ...OPENAI_CODECS,
  ...ANTHROPIC_CODECS,
  ...GOOGLE_CODECS,
  ...BEDROCK_CODECS,
  rerankCodec,
];

/** The parts of a URL that identify the provider. */
export type HostAndPort = Pick<URL, "hostname" | "port">;

/**
 * The codec of a request, by method and path; on the hosts of OpenAI and Google, more paths are
 * recognized.
 */
export function codecAt(hostname: string, route: Route): AnyCodec | undefined {
  const isMatch = (codec: AnyCodec): boolean => codec.matches(route);
  return BUILT_IN_CODECS.find(isMatch) ?? ownCodecsOf(hostname).find(isMatch);
}

function ownCodecsOf(hostname: string): readonly AnyCodec[] {
  if (isOpenAIHost(hostname)) return OPENAI_OWN_CODECS;
  return isGoogle(hostname) ? GOOGLE_OWN_CODECS : [];
}

/**
 * The table row of a request that carries no prompt, although its method would allow one; undefined
 * if there is none.
 */
export function harmlessRowAt(url: HostAndPort, route: Route): RouteRow | undefined {
  const row = rowAt(url, route);
  return row?.verdict === "harmless" ? row : undefined;
}

function rowAt(url: HostAndPort, route: Route): RouteRow | undefined {
  if (isOpenAIHost(url.hostname)) return openaiRoute(route);
  if (isOllama(url)) return ollamaRoute(route);
  if (isGoogle(url.hostname)) return googleRoute(route);
  return isAnthropic(url.hostname) ? anthropicRoute(route) : otherRoute(route);
}

/** Of hosts without a table, only the cancelling of jobs is known, which is the same for all. */
const otherRoute = routeTable([harmless("cancel", STOPS)], /^\//, (segments, name) => {
  return segments.length > 1 && segments.at(-1) === name;
});

/**
 * Paths of formats that carry prompts and have no codec yet. They are refused on every host,
 * because a prompt must not pass just because its codec is missing.
 */
const UNGUARDED_PATHS: readonly string[] = [
  ...["/converse", "/converse-stream", "/invoke-with-bidirectional-stream", "/async-invoke"],
  // Ollama's questions about a state, which its client sends to any port.
  "/systemone",
  // Snowflake's own formats; its compatible ones have OpenAI's and Anthropic's paths.
  ...["/cortex/inference:complete", "/cortex/inference:embed", "/cortex/agent:run"],
  "/cortex/analyst/message",
  // What Gemini Code Assist asks besides contents, which have Gemini's format.
  ...["/v1internal:completecode", "/v1internal:generatecode", "/v1internal:transformcode"],
  ...["/v1internal:generatechat", "/v1internal:streamgeneratechat", "/v1internal:tabchat"],
];
/**
 * The same with variable segments: Cloudflare Workers AI, SageMaker endpoints, Databricks, and
 * Snowflake's agents.
 */
const UNGUARDED_PATTERNS: readonly string[] = [
  ...["/ai/run/{}/{}/{}", "/endpoints/{}/invocations", "/serving-endpoints/{}/invocations"],
  ...["/endpoints/{}/invocations-response-stream", "/endpoints/{}/async-invocations"],
  "/databases/{}/schemas/{}/agents/{}",
  // Cloudflare's models of other providers, which the body may name instead of the path.
  ...["/accounts/{}/ai/run", "/accounts/{}/ai/run/{}/{}"],
  // Its AutoRAG, now AI Search; the `search` beside it asks no model.
  "/rags/{}/ai-search",
];
/** The same for Google's custom methods; those of templates fill in prompts that Firebase stores. */
const UNGUARDED_METHODS: readonly string[] = [
  ...["batchgeneratecontent", "asyncbatchembedcontent", "rawpredict", "streamrawpredict"],
  ...["templategeneratecontent", "templatestreamgeneratecontent", "templatepredict"],
];

/** Whether a request has a format that carries prompts and has no codec. */
export function isKnownUnguarded(route: Route): boolean {
  return (
    UNGUARDED_PATHS.some((path) => isPostTo(route, path)) ||
    UNGUARDED_PATTERNS.some((pattern) => isPostToPattern(route, pattern)) ||
    UNGUARDED_METHODS.some((name) => isPostToMethod(route, name))
  );
}

/** In all AWS partitions, by IPv4 or dual stack, and by VPC endpoints. */
const BEDROCK_HOST =
  /(?:^|\.)bedrock-(?:runtime|agent-runtime|mantle)(?:-fips)?\..*(?:amazonaws\.(?:com|com\.cn|eu)|api\.aws|amazonwebservices\.(?:com\.cn|eu)|ic\.gov|sgov\.gov)$/;
/** Anthropic's own API on AWS, in all regions. */
const CLAUDE_ON_AWS = /^aws-external-anthropic\.[a-z0-9-]+\.api\.aws$/;
/**
 * Single regions and multi-regions (`aiplatform.eu.rep`), also with client certificates (`mtls`),
 * and dedicated endpoints.
 */
const VERTEX_HOST =
  /(?:-aiplatform|(?:^|\.)aiplatform\.[a-z0-9-]+\.rep)(?:\.mtls)?\.googleapis\.com$|\.prediction\.vertexai\.goog$/;

/** Google's speech models in a region; without one, they are among the other hosts. */
const SPEECH_HOST = /-(?:texttospeech|speech)\.googleapis\.com$/;

/** Oracle's models, in all regions. */
const ORACLE_HOST = /^inference\.generativeai\.[a-z0-9-]+\.oci\.oraclecloud\.com$/;

/** Ollama's default port. Nothing else is known to use it. */
const OLLAMA_PORT = "11434";
const OLLAMA_HOSTS: readonly string[] = ["ollama.com"];

function isOllama({ hostname, port }: HostAndPort): boolean {
  return port === OLLAMA_PORT || isAmong(OLLAMA_HOSTS, plainHost(hostname));
}

/** Whether a host is known to serve models, whatever the path. */
export function isProviderHost(url: HostAndPort): boolean {
  const host = plainHost(url.hostname);
  if (isOllama(url)) return true;
  if (BEDROCK_HOST.test(host) || VERTEX_HOST.test(host) || isAnthropic(host)) return true;
  if (ORACLE_HOST.test(host) || SPEECH_HOST.test(host)) return true;
  return isAmong(PROVIDER_HOSTS, host);
}

function isAnthropic(hostname: string): boolean {
  const host = plainHost(hostname);
  return CLAUDE_ON_AWS.test(host) || isAmong(ANTHROPIC_HOSTS, host);
}

function isGoogle(hostname: string): boolean {
  const host = plainHost(hostname);
  return VERTEX_HOST.test(host) || isAmong(GOOGLE_HOSTS, host);
}

function isOpenAIHost(hostname: string): boolean {
  return isAmong(OPENAI_HOSTS, plainHost(hostname));
}

/** A fully qualified name may end with a dot and means the same host (RFC 1034, section 3.1). */
function plainHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, "");
}

function isAmong(hosts: readonly string[], host: string): boolean {
  return hosts.some((known) => host === known || host.endsWith(`.${known}`));
}
