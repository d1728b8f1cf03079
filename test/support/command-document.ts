import type { CommandRow } from "../../src/providers/bedrock-commands/table.ts";
import type { Verdict } from "../../src/providers/route-row.ts";

/** A path that is guarded over HTTP, and the name of its format. */
export interface GuardedPath {
  readonly path: string;
  readonly format: string;
}

/** The page of documentation that says what happens to each command of Bedrock's client. */
export function commandDocument(
  rows: readonly CommandRow[],
  routes: readonly GuardedPath[],
): string {
  const of = (verdict: Verdict): string =>
    commandLines(rows.filter((row) => row.verdict === verdict));
  return `# Bedrock's commands under guard

What \`guardBedrock\` does with each command of a \`@aws-sdk/client-bedrock-runtime\` client, sent with
\`send\`, with the methods of \`BedrockRuntime\`, or by a paginator. A command that is not on this page
is refused, so that a newer client opens no hole.

## Guarded

The texts named here go to the guard first. A denial sends nothing; a rewrite lands where its text
stood, in a copy: the app's command stays as it was. The guard is asked once for all attempts of a
command, before it is serialized and signed, so that what was approved is what is signed. A middleware
that an app adds behind ours, or the removal of ours, changes that; add such middleware before.

${of("guarded")}

## Harmless

These carry no prompt and pass untouched, without an event.

${of("harmless")}

## Refused

These would carry content past the guard. They throw \`UnguardedRequestError\` and send nothing,
unless the client was guarded with \`unguardedRequests: "allow"\`.

${of("refused")}

## Over HTTP

\`guard.fetch\` and \`guardFetch\` guard the same requests by their paths, on any host:

${routes.map(({ path, format }) => `- \`POST ${path}\` as \`${format}\``).join("\n")}

Streams of events (\`application/vnd.amazon.eventstream\`) pass byte for byte, their checksums included;
with \`restoreOutput\` the messages that change are framed anew. \`invoke-with-bidirectional-stream\` and
\`async-invoke\` are refused. A request that is signed over its body (AWS Signature Version 4) goes out
as it was signed, or not at all: where the guard or a masker changes a word of it, the answer is a 403
with the code \`rewrite_unmappable\`. Sign behind the guard, as a client does that \`guardBedrock\`
guards, or send an API key of Bedrock's.
`;
}

function commandLines(rows: readonly CommandRow[]): string {
  const lines = rows.map((row) => `| \`${row.command}Command\` | ${row.why} |`);
  return ["| command | |", "|---|---|", ...lines].join("\n");
}
