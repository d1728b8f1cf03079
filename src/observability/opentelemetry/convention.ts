import { ignoreLateRejection } from "../../base/late-rejection.ts";
import type { ObservedCall } from "../observer.ts";

/** The semantic conventions used for names and values: 1.41, for generative AI "Development". */
export const SCHEMA_URL = "https://opentelemetry.io/schemas/1.41.0";

/** The convention's name of an operation, and the provider if the format determines it. */
interface Known {
  readonly operation: string;
  readonly provider?: string;
}

const OPENAI = "openai";
const GOOGLE = "gcp.gen_ai";
const BEDROCK = "aws.bedrock";

/** By our names of operations. Others keep their name and have no known provider. */
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

/** The names of a call in everything that is exported. */
export interface Described {
  /** `gen_ai.operation.name`. */
  readonly operation: string;
  /** `gen_ai.provider.name`. */
  readonly provider: string | undefined;
  /** `gen_ai.request.model`. */
  readonly model: string | undefined;
}

/** `providerName` is the option; an error in it counts as no name. */
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

/** A single word, whatever a provider calls its models; free text does not match. */
const NAME = /^[^\s\p{C}]{1,256}$/u;

/** The value if it is a valid name. */
export function nameOf(value: unknown): string | undefined {
  return typeof value === "string" && NAME.test(value) ? value : undefined;
}

const WORD = /^[\w-]{1,64}$/;

/** The value if it is a valid word. */
export function wordOf(value: unknown): string | undefined {
  return typeof value === "string" && WORD.test(value) ? value : undefined;
}
