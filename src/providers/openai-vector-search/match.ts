import { postsToPatterns } from "../route/route.ts";

/** Searching stored documents. */
export const matches = postsToPatterns("/vector_stores/{}/search");
