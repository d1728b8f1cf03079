import { rows } from "../prompt/rows.ts";
import type { TreeRule, TreeRules } from "../prompt/text-tree.ts";

/** Citations. Titles, URLs and quotations are text. */
const CITATIONS: TreeRules = new Map<string, TreeRule>([
  ["type", "word"],
  ["file_id", "label"],
  ["encrypted_index", "reference"],
]);

/**
 * The properties of messages and content blocks (Anthropic reference, "Create a Message", beta
 * features included). By property and not by type, so that blocks of new types are read as well: an
 * unknown property is text, including all strings in it.
 */
export const BLOCK_RULES: TreeRules = new Map<string, TreeRule>([
  ...rows("word", "type", "role", "media_type", "status", "file_type", "error_code"),
  ...rows("word", "stop_reason", "retrieved_at", "page_age", "clear_at"),
  ...rows("label", "id", "tool_use_id", "tab_id", "download_id", "name", "model"),
  ...rows("name", "filename"),
  ...rows("label", "tool_name", "toolset_name", "server_name", "mcp_server_name", "caller"),
  ...rows("label", "cache_control", "transformations", "usage", "from", "to", "signature"),
  // Definitions of formats by the developer are not part of the conversation.
  ...rows("opaque", "output_config"),
  ...rows("reference", "file_id", "encrypted_content", "encrypted_stdout"),
  ["citations", { kind: "document", rules: CITATIONS }],
]);

/**
 * Tool definitions by the developer or a tool server. Only in blocks of these types: in any other,
 * properties with such names are text.
 */
export const RULES_BY_TYPE: ReadonlyMap<unknown, TreeRules> = new Map<unknown, TreeRules>([
  ["tool_addition", new Map(rows("opaque", "tool"))],
  ["tool_removal", new Map(rows("opaque", "tool"))],
  ["mcp_tool_listing", new Map(rows("opaque", "tools"))],
]);
