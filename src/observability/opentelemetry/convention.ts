import { ignoreLateRejection } from "../../base/late-rejection.ts";
import type { ObservedCall } from "../observer.ts";

/** The semantic conventions that names and values are of: 1.41, for generative AI "Development". */
export const SCHEMA_URL = "https://opentelemetry.io/schemas/1.41.0";

/** What a convention calls an operation, and who is known to answer it, where the format tells. */
interface Known {
  readonly operation: string;
  readonly provider?: string;
}

const OPENAI = "openai";
const GOOGLE = "gcp.gen_ai";
const BEDROCK = "aws.bedrock";

/** By our names of operations. Those that are missing keep their name and have no known provider. */
const KNOWN: ReadonlyMap<string, Known> = new Map([
  ["chat.completions", { operation: "chat", provider: OPENAI }],
  ["responses", { operation: "chat", provider: OPENAI }],
  ["completions", { operation: "text_completion", provider: OPENAI }],
  ["vector_stores.search", { operation: "retrieval", provider: OPENAI }],
  ["messages", { operation: "chat", provider: "anthropic" }],
  ["messages.batches", { operation: "messages.batches", provider: "anthropic" }],
  ["generate_content", { operation: "generate_content", provider: GOOGLE }],
  ["embed_content", { operation: "embeddings", provider: GOOGLE }],
  ["interactions", { operation: "interactions", provider: GOOGLE }],
  ["cached_contents", { operation: "cached_contents", provider: GOOGLE }],
  ["predict", { operation: "predict", provider: "gcp.vertex_ai" }],
  ["converse", { operation: "chat", provider: BEDROCK }],
  ["invoke_model", { operation: "invoke_model", provider: BEDROCK }],
  ["guardrail", { operation: "guardrail", provider: BEDROCK }],
  ["generate", { operation: "text_completion" }],
  ["execute", { operation: "chat" }],
]);

/** What a call is, as everything that is exported of it calls it. */
export interface Described {
  /** `gen_ai.operation.name`. */
  readonly operation: string;
  /** `gen_ai.provider.name`. */
  readonly provider: string | undefined;
  /** `gen_ai.request.model`. */
  readonly model: string | undefined;
}

/** `providerName` is the option. What it throws is as good as no answer. */
export function describe(
  call: ObservedCall,
  providerName: ((call: ObservedCall) => string | undefined) | undefined,
): Described {
  const known = KNOWN.get(call.operation);
  return {
    operation: known?.operation ?? call.operation,
    provider: (providerName && providerOf(() => providerName(call))) ?? known?.provider,
    model: nameOf(call.model),
  };
}

function providerOf(name: () => string | undefined): string | undefined {
  try {
    const given = name();
    ignoreLateRejection(given);
    return nameOf(given);
  } catch {
    return undefined;
  }
}

/** One word, whatever a provider calls its models: sentences are no names. */
const NAME = /^[^\s\p{C}]{1,256}$/u;

/** What was given for a name, if it is one. */
export function nameOf(value: unknown): string | undefined {
  return typeof value === "string" && NAME.test(value) ? value : undefined;
}

const WORD = /^[\w-]{1,64}$/;

/** What was given for one of a few words, if it is a word. */
export function wordOf(value: unknown): string | undefined {
  return typeof value === "string" && WORD.test(value) ? value : undefined;
}
