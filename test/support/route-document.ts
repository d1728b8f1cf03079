import type { RouteRow, Verdict } from "../../src/providers/route/route-row.ts";
import type { SocketRow } from "./openai-sockets.ts";

/** The page of documentation that says what happens to each route. */
export function routeDocument(rows: readonly RouteRow[], sockets: readonly SocketRow[]): string {
  const of = (verdict: Verdict): string =>
    routeLines(rows.filter((row) => row.verdict === verdict));
  return `# OpenAI's routes under guard

What \`guardOpenAI\` does with each request of an OpenAI client, whichever method makes it:
\`.create\`, \`.parse\`, \`.stream\`, \`.runTools\`, \`post()\`. \`{}\` stands for an id. A route that is
not on this page is refused, so that a newer client opens no hole.

## Guarded

The texts named here go to the guard first. A denial sends nothing; a rewrite lands where its text
stood. Pictures, sound, videos, files that are no text, and whatever lies with the provider already (earlier
responses, conversations, stored prompts, items by their id) are counted in \`coverage\`.

${of("guarded")}

## Harmless

These carry no prompt and pass untouched, without an event. Reading a response that was created in
the background, or streaming one by its id, is among them: the prompt was guarded when the response
was created.

Their bodies have words of the format in them, and names and descriptions of what is stored: a
sentence in any other place is refused, and whatever stands where a prompt would. What administers
an account or keeps credentials may say what it likes.

${of("harmless")}

## Refused

These would carry content past the guard. They throw \`UnguardedRequestError\` and send nothing,
unless the client was guarded with \`unguardedRequests: "allow"\`.

${of("refused")}

## Sockets

Classes that open a connection of their own with a client's key. Where they ask the client for
headers, the guarded client refuses in the same way. Where they only read its key and its address,
nothing can be refused: do not hand them a guarded client and take it for guarded.

| module of \`openai\` | class | refused |
|---|---|---|
${sockets.map(socketLine).join("\n")}
`;
}

/** The page for Google's routes. */
export function googleRouteDocument(rows: readonly RouteRow[]): string {
  const of = (verdict: Verdict): string =>
    routeLines(rows.filter((row) => row.verdict === verdict));
  return `# Google's routes under guard

What \`guardGoogle\` does with each request of a \`@google/genai\` client, for the Gemini API and for
Vertex AI, whichever method makes it. Paths are what a request's path ends with: versions, projects
and locations stand before it, and \`{}\` stands for a name. A route that is not on this page is
refused, so that a newer client opens no hole.

## Guarded

The texts named here go to the guard first. A denial sends nothing; a rewrite lands where its text
stood. Pictures, sound, videos, files that are no text and cached contents are counted in \`coverage\`. Chats and
automatic function calling are made of these requests, one lifecycle each.

${of("guarded")}

## Harmless

These carry no prompt and pass untouched, without an event.

Their bodies have words of the format in them, and names and descriptions of what is stored: a
sentence in any other place is refused, and whatever stands where a prompt would. What keeps
credentials or says where notifications go may say what it likes.

${of("harmless")}

## Refused

These would carry content past the guard. They throw \`UnguardedRequestError\` and send nothing,
unless the client was guarded with \`unguardedRequests: "allow"\`. \`live.connect\` and
\`live.music.connect\`, which open sockets, are refused in the same way.

${of("refused")}
`;
}

/** The table of some routes. */
export function routeLines(rows: readonly RouteRow[]): string {
  const lines = rows.map((row) => `| ${row.method} | \`${row.path}\` | ${row.why} |`);
  return ["| method | route | |", "|---|---|---|", ...lines].join("\n");
}

function socketLine({ module, name, refusedSince, exceptWith }: SocketRow): string {
  const except = exceptWith === undefined ? "" : `, except with \`${exceptWith}\``;
  const refused =
    refusedSince === undefined ? "never" : `with clients of major ${refusedSince} on${except}`;
  return `| \`openai/${module}\` | \`${name}\` | ${refused} |`;
}
