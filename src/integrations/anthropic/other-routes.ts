/** Every format of an Anthropic client's requests, for those that are no messages, and its routes. */
export { ANTHROPIC_CODECS as codecs } from "../../providers/anthropic/codecs.ts";
export { anthropicRoute as rowOf } from "../../providers/anthropic-routes/table.ts";
