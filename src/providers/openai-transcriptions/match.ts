import { postsTo } from "../route/route.ts";

/** Speech to text in the same language, and in English. */
export const matches = postsTo("/audio/transcriptions", "/audio/translations");
