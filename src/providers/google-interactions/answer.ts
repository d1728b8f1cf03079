import type { Usage } from "../../types.ts";
import { joinedLines } from "../answer/joined-lines.ts";
import { readGoogleUsage } from "../google/usage.ts";
import { isJsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { linesOf } from "./output.ts";

/**
 * Reads an interaction (Google's reference, "Interactions"): the texts and calls of its steps,
 * which older answers call outputs. Its input, if included, is not part of the answer.
 */
export function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  const { steps, outputs, usage, model, agent, status } = response;
  const said: unknown = steps ?? outputs;
  const lines = Array.isArray(said) ? said.flatMap(linesOf) : [];
  return {
    output: joinedLines(lines),
    usage: interactionUsage(usage),
    model: stringOf(model) || stringOf(agent) || undefined,
    finishReason: status === "in_progress" ? undefined : stringOf(status) || undefined,
    ...(status === "failed" ? { failed: true } : undefined),
  };
}

/** Token usage as counted by interactions and decisions. */
export function interactionUsage(usage: unknown): Usage | undefined {
  if (!isJsonObject(usage)) return undefined;
  return readGoogleUsage({
    promptTokenCount: usage.total_input_tokens,
    candidatesTokenCount: usage.total_output_tokens,
    toolUsePromptTokenCount: usage.total_tool_use_tokens,
    thoughtsTokenCount: usage.total_thought_tokens,
    cachedContentTokenCount: usage.total_cached_tokens,
    totalTokenCount: usage.total_tokens,
  });
}
