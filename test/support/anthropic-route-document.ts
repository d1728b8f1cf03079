import type { RouteRow, Verdict } from "../../src/providers/route/route-row.ts";
import { routeLines } from "./route-document.ts";

/** The page of documentation that says what happens to each route of Anthropic's. */
export function anthropicRouteDocument(rows: readonly RouteRow[]): string {
  const of = (verdict: Verdict): string =>
    routeLines(rows.filter((row) => row.verdict === verdict));
  return `# Anthropic's routes under guard

What \`guardAnthropic\` does with each request of an Anthropic client, whichever method makes it:
\`messages.create\`, \`.parse\`, \`.stream\`, \`beta.messages\` with its tool runner and its threads,
\`post()\`. \`{}\` stands for an id. A route that is not on this page is refused, so that a newer client
opens no hole.

## Guarded

The texts named here go to the guard first. A denial sends nothing; a rewrite lands where its text
stood. What a tool was called with is shown as JSON, names and numbers included, and a rewrite of
it has to be JSON again. Pictures, files that are no text, and whatever lies with the provider already (files by
their id, containers, threads, what it sealed) are counted in \`coverage\`.

${of("guarded")}

Thinking that the model has signed is shown to the guard like any other text, but goes back as it
came or not at all: with one letter changed its signature would be wrong. A rewrite that touches it
is denied (\`rewrite_unmappable\`). A batch is one call: its event has the prompts of all its
requests, and no output, because the answers come later.

## Harmless

These carry no prompt and pass untouched, without an event. Reading the results of a batch is among
them: the prompts were guarded when it was created.

Their bodies have words of the format in them, and names and descriptions of what is stored: a
sentence in any other place is refused, and whatever stands where a prompt would. What administers
an account or keeps credentials may say what it likes.

${of("harmless")}

## Refused

These would carry content past the guard. They throw \`UnguardedRequestError\` and send nothing,
unless the client was guarded with \`unguardedRequests: "allow"\`.

${of("refused")}
`;
}
