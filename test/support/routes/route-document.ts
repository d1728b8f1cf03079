import type { RouteRow, Verdict } from "../../../src/providers/route/route-row.ts";
import type { SocketRow } from "../models/openai-sockets.ts";

/** The documentation page about what happens to each of OpenAI's routes. */
export function openaiRouteDocument(
  rows: readonly RouteRow[],
  sockets: readonly SocketRow[],
): string {
  return `${routeDocument(rows, {
    head: `# OpenAI routes

What \`guardOpenAI\` does with each request of an OpenAI client, through any method:
\`.create\`, \`.parse\`, \`.stream\`, \`.runTools\`, \`post()\`. \`{}\` stands for an id. A route that is
not on this page is refused, so that a newer client cannot bypass the guard.`,
    guarded: `Images, audio, videos, files that are not text, and items that the provider has stored already (earlier
responses, conversations, prompts, items by their id, stores and containers of tools) count as uninspected in \`coverage\`.`,
    harmless: ` This includes reading or streaming a
response that was created in the background: its prompt was guarded when it was created.`,
    free: `Routes for
administration and credentials are not checked.`,
  })}
## Sockets

These classes open their own connection with a client's key. If they ask the client for headers, the guarded
client refuses. If they only read its key and URL, nothing can be refused: passing a guarded client to them
does not make them guarded.

| module of \`openai\` | class | refused |
|---|---|---|
${sockets.map(socketLine).join("\n")}
`;
}

/** The page for Anthropic's routes. */
export function anthropicRouteDocument(rows: readonly RouteRow[]): string {
  return routeDocument(rows, {
    head: `# Anthropic routes

What \`guardAnthropic\` does with each request of an Anthropic client, through any method:
\`messages.create\`, \`.parse\`, \`.stream\`, \`beta.messages\` with its tool runner and its threads,
\`post()\`. \`{}\` stands for an id. A route that is not on this page is refused, so that a newer client
cannot bypass the guard.`,
    guarded: `Tool arguments are shown to the guard as JSON, including names and numbers, and a rewrite of
them must be valid JSON. Images, files that are not text, and items that the provider has stored or encrypted (files
by their id, containers, threads) count as uninspected in \`coverage\`.`,
    afterGuarded: `
Signed thinking is shown to the guard like any other text, but can only be sent back unchanged, because any change
would make its signature invalid. A rewrite that changes it is denied (\`rewrite_unmappable\`). A batch is one
call: its event has the prompts of all its requests, and no output, because the answers come later.
`,
    harmless: ` This includes reading the results of a
batch: its prompts were guarded when it was created.`,
    free: `Routes for
administration and credentials are not checked.`,
  });
}

/** The page for Google's routes. */
export function googleRouteDocument(rows: readonly RouteRow[]): string {
  return routeDocument(rows, {
    head: `# Google routes

What \`guardGoogle\` does with each request of a \`@google/genai\` client, for the Gemini API and
Vertex AI, through any method. The table shows the end of a request's path, after version, project
and location; \`{}\` stands for a name. A route that is not on this page is
refused, so that a newer client cannot bypass the guard.`,
    guarded: `Function arguments and results are shown to the guard as JSON, including names and numbers (a plain
text stays a text), and a rewrite of JSON must be valid JSON. Images, audio, videos, files that are not
text, cached contents and stores that tools search (\`fileSearchStoreNames\`, \`ragCorpus\`, a
\`datastore\`) count as uninspected in \`coverage\`. Chats and
automatic function calling consist of these requests, one lifecycle each.`,
    harmless: "",
    free: `Routes for
credentials and notifications are not checked.`,
    refused: ` \`live.connect\` and
\`live.music.connect\`, which open sockets, are refused too. \`agents\` and \`triggers\` reject with
the SDK's \`APIConnectionError\`, in whose causes \`guardErrorOf\` finds it.`,
  });
}

/** The parts of a page that are specific to a provider. */
interface Words {
  /** Title and introduction. */
  readonly head: string;
  /** Continues after the sentence about rewrites, up to the table. */
  readonly guarded: string;
  readonly afterGuarded?: string;
  /** Continues after the first sentence about harmless routes. */
  readonly harmless: string;
  /** Which harmless routes have unchecked bodies. */
  readonly free: string;
  /** Continues after the text about refused routes. */
  readonly refused?: string;
}

function routeDocument(rows: readonly RouteRow[], words: Words): string {
  const of = (verdict: Verdict): string =>
    routeLines(rows.filter((row) => row.verdict === verdict));
  return `${words.head}

## Guarded

The texts listed here go to the guard first. After a denial nothing is sent. A rewrite replaces the text it belongs to.
${words.guarded}

${of("guarded")}
${words.afterGuarded ?? ""}
## Not guarded, because they carry no prompt

These requests are sent unchanged, without an event.${words.harmless}

Their bodies are checked: they may contain keywords of the format, and names, descriptions and metadata of stored
items. A sentence in any other field is refused, and so is any field that could hold a prompt. ${words.free}

${of("harmless")}

## Refused

These requests would bypass the guard. They throw \`UnguardedRequestError\` and send nothing,
unless the client is guarded with \`unguardedRequests: "allow"\`.${words.refused ?? ""}

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
    refusedSince === undefined ? "never" : `with clients from version ${refusedSince} on${except}`;
  return `| \`openai/${module}\` | \`${name}\` | ${refused} |`;
}
