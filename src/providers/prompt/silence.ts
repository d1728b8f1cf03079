import type { PromptVisitor } from "./prompt-text.ts";

/** Removes every text. */
export const SILENCE: PromptVisitor = { text: () => "", uninspected: () => undefined };
