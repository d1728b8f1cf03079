import { rows, type TreeRule, type TreeRules } from "../prompt/text-tree.ts";

/** Where an answer or a text comes from. Titles, addresses and quotations are text. */
const CITATIONS: TreeRules = new Map<string, TreeRule>([
  ["type", "word"],
  ["file_id", "label"],
  ["encrypted_index", "reference"],
]);

/**
 * What the properties of messages and of content blocks hold (Anthropic reference, "Create a
 * Message", beta features included). By property and not by type, so that a block of a new type
 * is read as well: a property that is not in here is text, every string of it.
 */
export const BLOCK_RULES: TreeRules = new Map<string, TreeRule>([
  ...rows("word", "type", "role", "media_type", "status", "file_type", "error_code"),
  ...rows("word", "stop_reason", "retrieved_at", "page_age", "clear_at"),
  ...rows("label", "id", "tool_use_id", "tab_id", "download_id", "name", "model"),
  ...rows("name", "filename"),
  ...rows("label", "tool_name", "toolset_name", "server_name", "mcp_server_name", "caller"),
  ...rows("label", "cache_control", "transformations", "usage", "from", "to", "signature"),
  // What the developer wrote about formats is no part of the conversation.
  ...rows("opaque", "output_config"),
  ...rows("reference", "file_id", "encrypted_content", "encrypted_stdout"),
  ["citations", { kind: "document", rules: CITATIONS }],
]);

/**
 * Definitions of tools, which the developer or a server of tools wrote. In blocks of these types
 * alone: in any other, what stands under such a name is text.
 */
export const RULES_BY_TYPE: ReadonlyMap<unknown, TreeRules> = new Map<unknown, TreeRules>([
  ["tool_addition", new Map(rows("opaque", "tool"))],
  ["tool_removal", new Map(rows("opaque", "tool"))],
  ["mcp_tool_listing", new Map(rows("opaque", "tools"))],
]);
