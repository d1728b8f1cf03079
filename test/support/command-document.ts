import type { CommandRow } from "../../src/providers/bedrock-commands/table.ts";
import type { Verdict } from "../../src/providers/route-row.ts";

/** The page of documentation that says what happens to each command of Bedrock's client. */
export function commandDocument(rows: readonly CommandRow[]): string {
  const of = (verdict: Verdict): string =>
    commandLines(rows.filter((row) => row.verdict === verdict));
  return `# Bedrock's commands under guard

What \`guardBedrock\` does with each command of a \`@aws-sdk/client-bedrock-runtime\` client, sent with
\`send\`, with the methods of \`BedrockRuntime\`, or by a paginator. A command that is not on this page
is refused, so that a newer client opens no hole.

## Guarded

The texts named here go to the guard first. A denial sends nothing; a rewrite lands where its text
stood, in a copy: the app's command stays as it was. The guard is asked once for all attempts of a
command, before it is serialized and signed, so that what was approved is what is signed.

${of("guarded")}

## Harmless

These carry no prompt and pass untouched, without an event.

${of("harmless")}

## Refused

These would carry content past the guard. They throw \`UnguardedRequestError\` and send nothing,
unless the client was guarded with \`unguardedRequests: "allow"\`.

${of("refused")}
`;
}

function commandLines(rows: readonly CommandRow[]): string {
  const lines = rows.map((row) => `| \`${row.command}Command\` | ${row.why} |`);
  return ["| command | |", "|---|---|", ...lines].join("\n");
}
