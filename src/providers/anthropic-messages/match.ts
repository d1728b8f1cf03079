import { postsTo } from "../route/route.ts";

/**
 * Creating a message, and counting tokens, which takes the same request. On any host, because others
 * use the same format.
 */
export const matches = postsTo("/v1/messages", "/v1/messages/count_tokens");
