import { postsTo } from "../route/route.ts";

/**
 * Creating a response, and what takes the same request: compacting a conversation and counting its
 * tokens.
 */
export const matches = postsTo("/responses", "/responses/compact", "/responses/input_tokens");
