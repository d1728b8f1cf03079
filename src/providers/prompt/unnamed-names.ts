import { rows } from "./rows.ts";

/**
 * Names of settings that several formats and their dialects share, without case and underscores.
 */

/** The role of a text. */
export type Whose = "system" | "user" | "prediction";

/** Names of texts of the prompt, wherever they occur. */
export const SAID: ReadonlyMap<string, Whose> = new Map([
  ...rows("system", "instruction", "instructions", "system", "systemprompt", "systeminstruction"),
  ...rows("system", "preamble"),
  ...rows("user", "prompt", "prompts", "negativeprompt", "negativetext", "maskprompt"),
  ...rows("user", "message", "messages", "chathistory", "input", "inputs", "inputtext"),
  ...rows("user", "query", "documents", "title", "suffix", "prefill"),
  ...rows("user", "sourcetext", "customvocabulary"),
  ...rows("prediction", "prediction"),
]);

/**
 * Names of references to stored content: earlier messages, Mistral's agents, prompts stored at
 * LiteLLM and OpenRouter, and data searched by Azure OpenAI.
 */
export const REFERENCES: ReadonlySet<string> = new Set([
  ...["previousresponseid", "conversation", "previousinteractionid"],
  ...["cachedcontent", "continuationtoken", "container", "environment"],
  ...["agentid", "promptid", "preset", "datasources", "vectorstoreids"],
]);

/**
 * Names of definitions of tools and formats by the developer, labels of stored objects, and access
 * rights to them.
 */
export const DEFINITIONS: ReadonlySet<string> = new Set([
  ...["tools", "toolchoice", "toolconfig", "allowedtools", "mcpservers", "functions"],
  ...["responseformat", "outputconfig", "outputformat", "schema", "responseschema", "jsonschema"],
  "responsejsonschema",
  ...["guidedjson", "guidedchoice", "guidedregex", "guidedgrammar", "guidedwhitespacepattern"],
  ...["structuredoutputs", "metadata", "labels", "user", "authentication", "filter", "filters"],
]);

/**
 * Suffixes of credentials' names. Their values are not single words if they are multi-line keys,
 * JSON or headers (LiteLLM's `vertex_credentials`, `extra_headers`; the AI Gateway's `byok`); the
 * guard must not see them, and masked ones would not work.
 */
export const CREDENTIALS =
  /(?:headers|credentials?|authorization|apikey|privatekey|connectionstring|byok)$/;

/**
 * Names of other top-level settings that no model reads: names, identities, locations, output
 * formats (references of OpenAI, Azure, OpenRouter, Groq, Perplexity, vLLM, SGLang, LiteLLM and
 * Bedrock), and settings for clients in the same process.
 */
export const SETTINGS: ReadonlySet<string> = new Set([
  ...["model", "models", "modelid", "functioncall", "provider", "trace", "tags"],
  ...["promptcachekey", "safetyidentifier", "usersecuritycontext", "sessionid", "userid"],
  ...["websearchoptions", "searchsettings", "requestmetadata", "litellmmetadata", "moderation"],
  ...["grammar", "regex", "ebnf"],
  ...["webhookconfig", "httpoptions", "abortsignal", "displayname"],
]);
