/** Names of settings that several formats and their dialects share, without case and underscores. */

/** Whose words something is. */
export type Whose = "system" | "user" | "prediction";

/** What is said, wherever it stands. */
export const SAID: ReadonlyMap<string, Whose> = new Map([
  ...said("system", "instruction", "instructions", "system", "systemprompt", "systeminstruction"),
  ...said("system", "preamble"),
  ...said("user", "prompt", "prompts", "negativeprompt", "negativetext", "maskprompt"),
  ...said("user", "message", "messages", "chathistory", "input", "inputs", "inputtext"),
  ...said("user", "query", "documents", "title", "suffix", "prefill"),
  ...said("user", "sourcetext", "customvocabulary"),
  ...said("prediction", "prediction"),
]);

/**
 * What says where something lies with the provider: what was said before, agents of Mistral's,
 * prompts that LiteLLM and OpenRouter keep, and data that Azure OpenAI searches.
 */
export const REFERENCES: ReadonlySet<string> = new Set([
  ...["previousresponseid", "conversation", "previousinteractionid"],
  ...["cachedcontent", "continuationtoken", "container", "environment"],
  ...["agentid", "promptid", "preset", "datasources", "vectorstoreids"],
]);

/** What the developer says about tools and formats, labels of what is stored, and who may search it. */
export const DEFINITIONS: ReadonlySet<string> = new Set([
  ...["tools", "toolchoice", "toolconfig", "allowedtools", "mcpservers", "functions"],
  ...["responseformat", "outputconfig", "outputformat", "schema", "responseschema", "jsonschema"],
  "responsejsonschema",
  ...["guidedjson", "guidedchoice", "guidedregex", "guidedgrammar", "guidedwhitespacepattern"],
  ...["structuredoutputs", "metadata", "labels", "user", "authentication", "filter", "filters"],
]);

/**
 * Ends of the names of credentials, which are no word where they are keys of several lines, JSON or
 * headers (LiteLLM's `vertex_credentials`, `extra_headers`; the AI Gateway's `byok`): the guard has
 * no business to see them, and a masked one opens nothing.
 */
export const CREDENTIALS =
  /(?:headers|credentials?|authorization|apikey|privatekey|connectionstring|byok)$/;

/**
 * What else a request says of itself at its top, in words that no model reads: names, identities,
 * where somebody is, what an answer must look like (references of OpenAI, Azure, OpenRouter,
 * Groq, Perplexity, vLLM, SGLang, LiteLLM and Bedrock), and what a client is told in the process.
 */
export const SETTINGS: ReadonlySet<string> = new Set([
  ...["model", "models", "modelid", "functioncall", "provider", "trace", "tags"],
  ...["promptcachekey", "safetyidentifier", "usersecuritycontext", "sessionid", "userid"],
  ...["websearchoptions", "searchsettings", "requestmetadata", "litellmmetadata", "moderation"],
  ...["grammar", "regex", "ebnf"],
  ...["webhookconfig", "httpoptions", "abortsignal", "displayname"],
]);

function said(whose: Whose, ...names: readonly string[]): [string, Whose][] {
  return names.map((name) => [name, whose]);
}
