import { UnguardedRequestError } from "../../errors.ts";
import type { UnguardedRequests } from "../../lifecycle/interceptor-options.ts";
import { bedrockCommand } from "../../providers/bedrock-commands/table.ts";
import { bedrockConverseInputCodec } from "../../providers/bedrock-converse/codec.ts";
import { bedrockCountTokensInputCodec } from "../../providers/bedrock-count-tokens/codec.ts";
import { bedrockGuardrailInputCodec } from "../../providers/bedrock-guardrail/codec.ts";
import { bedrockInvokeInputCodec } from "../../providers/bedrock-invoke/codec.ts";
import type { AnyCodec } from "../../providers/provider.ts";

/** Codecs by command. */
const CODECS: ReadonlyMap<string, AnyCodec> = new Map([
  ["Converse", bedrockConverseInputCodec],
  ["ConverseStream", bedrockConverseInputCodec],
  ["InvokeModel", bedrockInvokeInputCodec],
  ["InvokeModelWithResponseStream", bedrockInvokeInputCodec],
  ["CountTokens", bedrockCountTokensInputCodec],
  ["ApplyGuardrail", bedrockGuardrailInputCodec],
  ["InvokeGuardrailChecks", bedrockGuardrailInputCodec],
]);

/**
 * The codec of a command; undefined if it carries no prompt, or may pass unguarded.
 *
 * @throws UnguardedRequestError for commands that carry content past the guard, including unknown
 * commands.
 */
export function codecOf(
  commandName: string | undefined,
  unguardedRequests: UnguardedRequests,
): AnyCodec | undefined {
  const name = operationOf(commandName);
  const codec = CODECS.get(name);
  if (codec !== undefined || unguardedRequests === "allow") return codec;
  const row = bedrockCommand(name);
  if (row?.verdict === "harmless") return undefined;
  const why = row?.why ?? "is not a command this version guards";
  throw new UnguardedRequestError(
    `${name || "A command without a name"} ${why}; nothing was sent. Pass unguardedRequests: "allow" to let such commands through.`,
  );
}

/** Whether a command is known to carry no prompt. */
export function isHarmless(commandName: string | undefined): boolean {
  return bedrockCommand(operationOf(commandName))?.verdict === "harmless";
}

function operationOf(commandName = ""): string {
  return commandName.replace(/Command$/, "");
}
