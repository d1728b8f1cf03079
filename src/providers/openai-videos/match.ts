import { postsToPatterns } from "../route/route.ts";

/** Generating videos, extending them, and defining characters in them. */
export const matches = postsToPatterns(
  "/videos",
  "/videos/edits",
  "/videos/extensions",
  "/videos/characters",
  "/videos/{}/remix",
);
