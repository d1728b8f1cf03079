import type { Verdict } from "../route/route-row.ts";

/** One command of the AWS client for the Bedrock runtime. */
export interface CommandRow {
  /** The name of the operation in the API. */
  readonly command: string;
  readonly verdict: Verdict;
  /** For guarded commands, the texts that the guard sees; for others, the reason. */
  readonly why: string;
}

const CONVERSATION =
  "system prompt, messages, documents that are text, prompt variables, prose and all that stands under a prompt's name in `additionalModelRequestFields`; media and stored prompts are reported";
const OWN_FORMAT =
  "every text of the JSON body: formats of Anthropic, Nova and OpenAI by what their members mean, others string by string; media are reported";

/**
 * All commands of `@aws-sdk/client-bedrock-runtime` as of 3.1162. Commands that are missing here
 * are refused too.
 */
export const BEDROCK_COMMANDS: readonly CommandRow[] = [
  { command: "Converse", verdict: "guarded", why: CONVERSATION },
  { command: "ConverseStream", verdict: "guarded", why: CONVERSATION },
  { command: "InvokeModel", verdict: "guarded", why: OWN_FORMAT },
  { command: "InvokeModelWithResponseStream", verdict: "guarded", why: OWN_FORMAT },
  {
    command: "InvokeModelWithBidirectionalStream",
    verdict: "refused",
    why: "opens a channel whose later messages bypass the guard",
  },
  {
    command: "StartAsyncInvoke",
    verdict: "refused",
    why: "starts a job whose input has a model-specific format",
  },
  {
    command: "CountTokens",
    verdict: "guarded",
    why: "the conversation, or the body, to be counted",
  },
  { command: "ApplyGuardrail", verdict: "guarded", why: "texts for AWS's own guardrails" },
  { command: "InvokeGuardrailChecks", verdict: "guarded", why: "texts for AWS's own guardrails" },
  { command: "GetAsyncInvoke", verdict: "harmless", why: "asks for the progress of a job" },
  { command: "ListAsyncInvokes", verdict: "harmless", why: "lists jobs" },
];

/** The table row of a command, by name. */
export function bedrockCommand(name: string): CommandRow | undefined {
  return BEDROCK_COMMANDS.find(({ command }) => command === name);
}
