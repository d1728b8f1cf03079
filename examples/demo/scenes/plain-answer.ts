import { same } from "../facts.ts";
import type { Messages, Scene } from "../scene.ts";
import { ask } from "./ask.ts";
import { servedFacts } from "./usual-facts.ts";

const QUESTION = "What is the capital of Norway?";
const messages: Messages = [{ role: "user", content: QUESTION }];
const reply = "Oslo has been the capital of Norway since 1814.";

/** A call without objections. */
export const plainAnswer: Scene = {
  title: "A plain answer",
  story: "Nothing to object to: the provider gets word for word what the app wrote.",
  messages,
  reply,
  play: ({ openai }) => ask(openai, messages),
  facts: (evidence) => [
    same("The guard saw the question as it is.", evidence.guardInputs, [QUESTION]),
    same("So did the provider.", evidence.provider[0]?.messages, messages),
    ...servedFacts(evidence, reply),
  ],
};
