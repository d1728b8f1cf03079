import { memberOf } from "../evidence.ts";
import { holds, same } from "../facts.ts";
import type { Messages, Scene } from "../scene.ts";
import { ask } from "./ask.ts";
import { servedFacts } from "./usual-facts.ts";

// A PNG of one transparent pixel.
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const QUESTION = "What does this picture show?";

const messages: Messages = [
  { role: "system", content: "You describe pictures in one sentence." },
  {
    role: "user",
    content: [
      { type: "text", text: QUESTION },
      { type: "image_url", image_url: { url: `data:image/png;base64,${PIXEL}` } },
    ],
  },
];
const reply = "It shows a single transparent pixel.";

/** The guard reads text; the image goes to the provider unchanged, and the event says so. */
export const image: Scene = {
  title: "A conversation with an image",
  story: "The guard reads text only. What it could not see is no secret: the event says so.",
  messages,
  reply,
  play: ({ openai }) => ask(openai, messages),
  facts: (evidence) => {
    const { guardInputs, provider, row } = evidence;
    const asked = guardInputs[0] ?? "";
    const stored = JSON.stringify(row?.event ?? null);
    const coverage = memberOf(row?.event?.metadata, "coverage");
    return [
      holds(
        "The guard saw the words and not the picture.",
        asked.includes(QUESTION) && !asked.includes(PIXEL),
        asked,
      ),
      same("The provider got words and picture untouched.", provider[0]?.messages, messages),
      same(
        "The event counts one image that the guard could not see.",
        memberOf(coverage, "uninspected"),
        [{ kind: "image", count: 1, media_types: ["image/png"] }],
      ),
      holds("The picture itself is not in the event.", !stored.includes(PIXEL), stored),
      ...servedFacts(evidence, reply),
    ];
  },
};
