import type { CommandRow } from "../../../src/providers/bedrock-commands/table.ts";
import type { Verdict } from "../../../src/providers/route/route-row.ts";

/** A path that is guarded over HTTP, and the name of its format. */
export interface GuardedPath {
  readonly path: string;
  readonly format: string;
}

/** The documentation page about what happens to each command of Bedrock's client. */
export function commandDocument(
  rows: readonly CommandRow[],
  routes: readonly GuardedPath[],
): string {
  const of = (verdict: Verdict): string =>
    commandLines(rows.filter((row) => row.verdict === verdict));
  return `# Bedrock commands

What \`guardBedrock\` does with each command of a \`@aws-sdk/client-bedrock-runtime\` client, sent with
\`send\`, with the methods of \`BedrockRuntime\`, or by a paginator. A command that is not on this page
is refused, so that a newer client cannot bypass the guard.

## Guarded

The texts listed here go to the guard first. After a denial nothing is sent. A rewrite replaces the text it belongs to,
in a copy: the app's command is not modified. The guard is asked once for all attempts of a
command, right before it is serialized and signed, when credentials and endpoint are known.

${of("guarded")}

### Your own middleware

Middleware of the steps \`initialize\` and \`serialize\`, up to the serializer, may change a command's input, and the
guard sees the change. It may be added to the client or to the command, before or after guarding. After the serializer,
the request must match the approved input. Middleware may still change headers, host and query, so it can sign, trace,
route, count, log and retry. A change of method, path or body is refused with an \`UnguardedRequestError\`, in any step
and priority: nothing is sent, and one event reports it. The guard is not part of the client's middleware stack, so the
stack cannot remove or replace it, and copies of the stack keep it. A command that uses another command's name is
refused by its path.

The following are the app's own and are trusted: the client's request handler, the serializer and protocol that the
client had when it was guarded (a later replacement is refused), command classes that do not call the client's
middleware, and code that replaces functions of the SDK. \`bedrockConverse\` guards its own calls and leaves its client
unguarded; if middleware may change those calls, pass it a guarded client.

## Not guarded, because they carry no prompt

These commands are sent unchanged, without an event.

${of("harmless")}

## Refused

These commands would bypass the guard. They throw \`UnguardedRequestError\` and send nothing,
unless the client is guarded with \`unguardedRequests: "allow"\`. Even then, guarded commands stay guarded:
\`InvokeModel\` with a body that is not JSON is refused, and so is any other request that would reach a guarded
path unguarded.

${of("refused")}

## Over HTTP

\`guard.fetch\` and \`guardFetch\` guard the same requests by their paths, on any host:

${routes.map(({ path, format }) => `- \`POST ${path}\` as \`${format}\``).join("\n")}

Event streams (\`application/vnd.amazon.eventstream\`) pass byte for byte, including their checksums;
with \`restoreOutput\`, changed messages are encoded again. \`invoke-with-bidirectional-stream\` and
\`async-invoke\` are refused. A request signed over its body (AWS Signature Version 4) is sent exactly as signed. If the
guard or a masker changes a word of it, the response is a 403 with the code \`rewrite_unmappable\`. To avoid this, sign
after the guard, as a client guarded by \`guardBedrock\` does, or use a Bedrock API key.

An outage of the guard is a 503 over HTTP. The AWS client looks only at the status and retries, as with any 503: each
attempt asks the guard again, and none reaches Bedrock. \`maxAttempts: 1\` prevents this; a
client guarded by \`guardBedrock\` asks only once.
`;
}

function commandLines(rows: readonly CommandRow[]): string {
  const lines = rows.map((row) => `| \`${row.command}Command\` | ${row.why} |`);
  return ["| command | |", "|---|---|", ...lines].join("\n");
}
