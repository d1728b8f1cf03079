import { ANTHROPIC_CODECS } from "./anthropic/codecs.ts";
import { anthropicRoute } from "./anthropic-routes/table.ts";
import { BEDROCK_CODECS } from "./bedrock/codecs.ts";
import { GOOGLE_CODECS } from "./google/codecs.ts";
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

/** The wire formats that are recognised by method and path, on any host. */
export const BUILT_IN_CODECS: readonly AnyCodec[] = [
  // Before OpenAI's, whose `/embeddings` ends Ollama's `/api/embeddings` as well.
  ...OLLAMA_CODECS,
  ...OPENAI_CODECS,
  ...ANTHROPIC_CODECS,
  ...GOOGLE_CODECS,
  ...BEDROCK_CODECS,
  rerankCodec,
];

/** What of an address says who is behind it. */
export type HostAndPort = Pick<URL, "hostname" | "port">;

/** The codec of a request, by its method and path, and on OpenAI's hosts for more of them. */
export function codecAt(hostname: string, route: Route): AnyCodec | undefined {
  const known = BUILT_IN_CODECS.find((codec) => codec.matches(route));
  if (known !== undefined || !isOpenAIHost(hostname)) return known;
  return OPENAI_OWN_CODECS.find((codec) => codec.matches(route));
}

/** What is known of a request that carries no prompt although it could by its method; or undefined. */
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

/** What is known of those without a table: they all stop their jobs alike. */
const otherRoute = routeTable([harmless("cancel", STOPS)], /^\//, (segments, name) => {
  return segments.length > 1 && segments.at(-1) === name;
});

/**
 * Paths of wire formats that carry prompts and are not guarded yet. They are refused on every
 * host, because a format we know to carry a prompt must not pass by for want of a codec.
 */
const UNGUARDED_PATHS: readonly string[] = [
  ...["/converse", "/converse-stream", "/invoke-with-bidirectional-stream", "/async-invoke"],
];
/** The same with names in them: Cloudflare's Workers AI, SageMaker's endpoints and Databricks'. */
const UNGUARDED_PATTERNS: readonly string[] = [
  ...["/ai/run/{}/{}/{}", "/endpoints/{}/invocations", "/serving-endpoints/{}/invocations"],
  ...["/endpoints/{}/invocations-response-stream", "/endpoints/{}/async-invocations"],
];
/** The same for Google's custom methods. */
const UNGUARDED_METHODS: readonly string[] = [
  ...["batchgeneratecontent", "asyncbatchembedcontent", "rawpredict", "streamrawpredict"],
];

/** Whether a request is of a format that carries prompts and has no codec here. */
export function isKnownUnguarded(route: Route): boolean {
  return (
    UNGUARDED_PATHS.some((path) => isPostTo(route, path)) ||
    UNGUARDED_PATTERNS.some((pattern) => isPostToPattern(route, pattern)) ||
    UNGUARDED_METHODS.some((name) => isPostToMethod(route, name))
  );
}

/** In every partition of AWS, over either stack, and through endpoints in a network of one's own. */
const BEDROCK_HOST =
  /(?:^|\.)bedrock-(?:runtime|agent-runtime|mantle)(?:-fips)?\..*(?:amazonaws\.(?:com|com\.cn|eu)|api\.aws|amazonwebservices\.(?:com\.cn|eu)|ic\.gov|sgov\.gov)$/;
/** Anthropic's own API on AWS, in every region. */
const CLAUDE_ON_AWS = /^aws-external-anthropic\.[a-z0-9-]+\.api\.aws$/;
/**
 * Single regions, and several that belong together (`aiplatform.eu.rep`), with certificates of the
 * client too (`mtls`), and endpoints of one's own.
 */
const VERTEX_HOST =
  /(?:-aiplatform|(?:^|\.)aiplatform\.[a-z0-9-]+\.rep)(?:\.mtls)?\.googleapis\.com$|\.prediction\.vertexai\.goog$/;

/** Where Ollama listens unless told otherwise. Nothing else is known to use it. */
const OLLAMA_PORT = "11434";
const OLLAMA_HOSTS: readonly string[] = ["ollama.com"];

function isOllama({ hostname, port }: HostAndPort): boolean {
  return port === OLLAMA_PORT || isAmong(OLLAMA_HOSTS, plainHost(hostname));
}

/** Whether an address is known to serve models, whatever the path. */
export function isProviderHost(url: HostAndPort): boolean {
  const host = plainHost(url.hostname);
  if (isOllama(url)) return true;
  if (BEDROCK_HOST.test(host) || VERTEX_HOST.test(host) || isAnthropic(host)) return true;
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

/** A fully qualified name may end with the root's dot and means the same host (RFC 1034, 3.1). */
function plainHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, "");
}

function isAmong(hosts: readonly string[], host: string): boolean {
  return hosts.some((known) => host === known || host.endsWith(`.${known}`));
}
