import { postsTo } from "../route/route.ts";

/** Generating images, editing them, and varying one, which takes no text. */
export const matches = postsTo("/images/generations", "/images/edits", "/images/variations");
