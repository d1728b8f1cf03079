import { holds, same } from "../facts.ts";
import type { Messages, Scene } from "../scene.ts";
import { ask } from "./ask.ts";
import { servedFacts } from "./usual-facts.ts";

const EMAIL = "ada.lovelace@example.com";
const PHONE = "+47 22 85 50 50";

const messages: Messages = [
  { role: "system", content: "You help the customers of a bookshop." },
  { role: "user", content: `This is Ada, ${EMAIL}. My order never came.` },
  { role: "assistant", content: "I am sorry. How can we reach you?" },
  { role: "user", content: `Call ${PHONE}, or write to ${EMAIL} again.` },
];
const reply = "Thank you, Ada. We will call you today.";

const REWRITTEN: Messages = [
  { role: "system", content: "You help the customers of a bookshop." },
  { role: "user", content: "This is Ada, [EMAIL_1]. My order never came." },
  { role: "assistant", content: "I am sorry. How can we reach you?" },
  { role: "user", content: "Call [PHONE_1], or write to [EMAIL_1] again." },
];

/** The guard rewrites the transcript, and each message gets its own part of the rewrite. */
export const rewrite: Scene = {
  title: "Personal data, rewritten by the guard",
  story:
    "Four messages go to the guard as one transcript. Its rewrite is split back, message by message.",
  messages,
  reply,
  play: ({ openai }) => ask(openai, messages),
  facts: (evidence) => {
    const { guardInputs, provider, row } = evidence;
    const stored = JSON.stringify(row?.event ?? null);
    return [
      holds("The guard saw address and number.", hasOriginals(guardInputs[0]), guardInputs),
      same("Every message was rewritten in its own place.", provider[0]?.messages, REWRITTEN),
      holds(
        "Neither address nor number reached the provider.",
        !hasEither(provider[0]?.text),
        provider,
      ),
      holds("Nor are they in the stored event.", !hasEither(stored), stored),
      same("It holds what was sent.", row?.event?.input, row?.decision?.transformedInput),
      ...servedFacts(evidence, reply),
    ];
  },
};

function hasOriginals(text = ""): boolean {
  return text.includes(EMAIL) && text.includes(PHONE);
}

function hasEither(text = ""): boolean {
  return text.includes(EMAIL) || text.includes(PHONE);
}
