import type { CommandRow } from "../../../src/providers/bedrock-commands/table.ts";
import type { Verdict } from "../../../src/providers/route/route-row.ts";

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
command, right before it is serialized and signed; credentials and endpoint are found by then.

${of("guarded")}

### Middleware of your own

Middleware that changes a command's input is seen by the guard, on the client or on the command, added
before guarding or after: steps \`initialize\` and \`serialize\`, up to the serializer. From there on a
request is held to what was made of the approved input. Headers, host and query are free, so that
middleware may sign, trace, route, count, log and retry. A change of method, path or body is refused with an
\`UnguardedRequestError\` that says so, whatever step or priority it comes from: nothing is sent, and one
event tells of it. The guard is not part of the client's middleware, so nothing there removes or replaces
it, and copies of the stack take it along. A command that claims another's name is refused by its path.

What stays the app's own is what sends: the request handler of the client, and the serializer and protocol
that the client had when it was guarded (one that is replaced later is refused). So is a class of
commands that does not call the client's middleware, and so is code that replaces functions of the SDK.
\`bedrockConverse\` guards what it is called with and leaves its client unguarded: give it a guarded one where
middleware may change that.

## Harmless

These carry no prompt and pass untouched, without an event.

${of("harmless")}

## Refused

These would carry content past the guard. They throw \`UnguardedRequestError\` and send nothing,
unless the client was guarded with \`unguardedRequests: "allow"\`. What is guarded stays guarded then:
\`InvokeModel\` with a body that is no JSON is refused still, and so is whatever else would reach a guarded
path unguarded.

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

An outage of the guard is a 503 over HTTP. AWS's client reads nothing but that status and tries again, as
with any 503: each attempt asks the guard anew, and none reaches Bedrock. \`maxAttempts: 1\` ends that; a
client that \`guardBedrock\` guards asks once.
`;
}

function commandLines(rows: readonly CommandRow[]): string {
  const lines = rows.map((row) => `| \`${row.command}Command\` | ${row.why} |`);
  return ["| command | |", "|---|---|", ...lines].join("\n");
}
