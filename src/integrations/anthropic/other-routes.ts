/** The codecs of an Anthropic client other than messages, and its routes. */
export { ANTHROPIC_CODECS as codecs } from "../../providers/anthropic/codecs.ts";
export { anthropicRoute as rowOf } from "../../providers/anthropic-routes/table.ts";
