import type { RouteRow, Verdict } from "../../src/providers/route/route-row.ts";
import type { SocketRow } from "./models/openai-sockets.ts";

/** The page of documentation that says what happens to each of OpenAI's routes. */
export function openaiRouteDocument(
  rows: readonly RouteRow[],
  sockets: readonly SocketRow[],
): string {
  return `${routeDocument(rows, {
    head: `# OpenAI's routes under guard

What \`guardOpenAI\` does with each request of an OpenAI client, whichever method makes it:
\`.create\`, \`.parse\`, \`.stream\`, \`.runTools\`, \`post()\`. \`{}\` stands for an id. A route that is
not on this page is refused, so that a newer client opens no hole.`,
    guarded: `stood. Pictures, sound, videos, files that are no text, and whatever lies with the provider already (earlier
responses, conversations, stored prompts, items by their id, stores and containers of tools) are counted in \`coverage\`.`,
    harmless: ` Reading a response that was created in
the background, or streaming one by its id, is among them: the prompt was guarded when the response
was created.`,
    free: `What administers
an account or keeps credentials may say what it likes.`,
  })}
## Sockets

Classes that open a connection of their own with a client's key. Where they ask the client for
headers, the guarded client refuses in the same way. Where they only read its key and its address,
nothing can be refused: do not hand them a guarded client and take it for guarded.

| module of \`openai\` | class | refused |
|---|---|---|
${sockets.map(socketLine).join("\n")}
`;
}

/** The page for Anthropic's routes. */
export function anthropicRouteDocument(rows: readonly RouteRow[]): string {
  return routeDocument(rows, {
    head: `# Anthropic's routes under guard

What \`guardAnthropic\` does with each request of an Anthropic client, whichever method makes it:
\`messages.create\`, \`.parse\`, \`.stream\`, \`beta.messages\` with its tool runner and its threads,
\`post()\`. \`{}\` stands for an id. A route that is not on this page is refused, so that a newer client
opens no hole.`,
    guarded: `stood. What a tool was called with is shown as JSON, names and numbers included, and a rewrite of
it has to be JSON again. Pictures, files that are no text, and whatever lies with the provider already (files by
their id, containers, threads, what it sealed) are counted in \`coverage\`.`,
    afterGuarded: `
Thinking that the model has signed is shown to the guard like any other text, but goes back as it
came or not at all: with one letter changed its signature would be wrong. A rewrite that touches it
is denied (\`rewrite_unmappable\`). A batch is one call: its event has the prompts of all its
requests, and no output, because the answers come later.
`,
    harmless: ` Reading the results of a batch is among
them: the prompts were guarded when it was created.`,
    free: `What administers
an account or keeps credentials may say what it likes.`,
  });
}

/** The page for Google's routes. */
export function googleRouteDocument(rows: readonly RouteRow[]): string {
  return routeDocument(rows, {
    head: `# Google's routes under guard

What \`guardGoogle\` does with each request of a \`@google/genai\` client, for the Gemini API and for
Vertex AI, whichever method makes it. Paths are what a request's path ends with: versions, projects
and locations stand before it, and \`{}\` stands for a name. A route that is not on this page is
refused, so that a newer client opens no hole.`,
    guarded: `stood. What a function was called with and gave is shown as JSON, names and numbers included (mere
words as they are), and a rewrite of JSON has to be JSON again. Pictures, sound, videos, files that are no
text, cached contents and stores that tools search (\`fileSearchStoreNames\`, \`ragCorpus\`, a
\`datastore\`) are counted in \`coverage\`. Chats and
automatic function calling are made of these requests, one lifecycle each.`,
    harmless: "",
    free: `What keeps
credentials or says where notifications go may say what it likes.`,
    refused: ` \`live.connect\` and
\`live.music.connect\`, which open sockets, are refused in the same way.`,
  });
}

/** What one provider's page says beside what all of them do. */
interface Words {
  /** Title and introduction. */
  readonly head: string;
  /** Goes on where the sentence about rewrites is, up to the table. */
  readonly guarded: string;
  readonly afterGuarded?: string;
  /** Goes on behind the first sentence about what is harmless. */
  readonly harmless: string;
  /** Of which harmless routes bodies are free. */
  readonly free: string;
  /** Goes on behind what is said of refused routes. */
  readonly refused?: string;
}

function routeDocument(rows: readonly RouteRow[], words: Words): string {
  const of = (verdict: Verdict): string =>
    routeLines(rows.filter((row) => row.verdict === verdict));
  return `${words.head}

## Guarded

The texts named here go to the guard first. A denial sends nothing; a rewrite lands where its text
${words.guarded}

${of("guarded")}
${words.afterGuarded ?? ""}
## Harmless

These carry no prompt and pass untouched, without an event.${words.harmless}

Their bodies have words of the format in them, and names and descriptions of what is stored: a
sentence in any other place is refused, and whatever stands where a prompt would. ${words.free}

${of("harmless")}

## Refused

These would carry content past the guard. They throw \`UnguardedRequestError\` and send nothing,
unless the client was guarded with \`unguardedRequests: "allow"\`.${words.refused ?? ""}

${of("refused")}
`;
}

function routeLines(rows: readonly RouteRow[]): string {
  const lines = rows.map((row) => `| ${row.method} | \`${row.path}\` | ${row.why} |`);
  return ["| method | route | |", "|---|---|---|", ...lines].join("\n");
}

function socketLine({ module, name, refusedSince, exceptWith }: SocketRow): string {
  const except = exceptWith === undefined ? "" : `, except with \`${exceptWith}\``;
  const refused =
    refusedSince === undefined ? "never" : `with clients of major ${refusedSince} on${except}`;
  return `| \`openai/${module}\` | \`${name}\` | ${refused} |`;
}
