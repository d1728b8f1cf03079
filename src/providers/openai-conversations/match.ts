import { postsToPatterns } from "../route/route.ts";

/** Whether a route adds items to a conversation. */
export const matches = postsToPatterns("/conversations", "/conversations/{}/items");
