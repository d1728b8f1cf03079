import type { PromptVisitor } from "./prompt-text.ts";

/** Takes every text out. */
export const SILENCE: PromptVisitor = { text: () => "", uninspected: () => undefined };
