import { RewriteMappingError } from "../../errors.ts";
import { keptJson } from "../../providers/json/json-text.ts";
import type { Prompt } from "../../providers/provider.ts";
import type { GuardDecision } from "../../types.ts";
import type { Gate } from "../gate.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import type { PromptTexts } from "../masking/texts-to-send.ts";
import { renderTranscript } from "../transcript/transcript.ts";
import type { Authorization, Question } from "./authorize.ts";
import { placeInspected } from "./guard-scope.ts";

/** Proof that a call may be sent, with the texts to send. */
export interface Approval extends PromptTexts {
  readonly record: LifecycleRecord;
  readonly decision: GuardDecision;
  /** Set if the rewrite is sent as one user message instead of `texts`. */
  readonly collapsed: string | undefined;
}

/** The call that was authorized. */
export type AuthorizedCall = Pick<Question, "record" | "prompt" | "transcript" | "scoped">;

/** Applies the guard's rewrite, if any, to the texts of the prompt. @throws RewriteMappingError */
export function applyAuthorization(
  gate: Gate,
  authorization: Authorization,
  call: AuthorizedCall,
): Approval {
  const { decision, rewrite } = authorization;
  const { record, prompt, transcript, scoped } = call;
  const originals = prompt.segments.map((segment) => segment.text);
  if (rewrite === undefined || rewrite === transcript.text) {
    record.sentInput =
      scoped.positions === undefined ? transcript.text : renderSent(gate, prompt, originals);
    return { record, decision, texts: originals, collapsed: undefined, rewritten: false };
  }
  const mapped = transcript.split(rewrite);
  if (mapped !== undefined) {
    const placed = placeInspected(originals, mapped, scoped.positions);
    // The event has the guard's own text, without the quotes that make it JSON.
    record.sentInput =
      scoped.positions === undefined ? transcript.render(placed) : renderSent(gate, prompt, placed);
    const texts = prompt.segments.map((segment, at) => keptJson(segment, placed[at] ?? ""));
    const rewritten = texts.some((text, at) => text !== originals[at]);
    return { record, decision, texts, collapsed: undefined, rewritten };
  }
  if (gate.services.rules.onUnmappableRewrite === "collapse") {
    record.sentInput = rewrite;
    return { record, decision, texts: originals, collapsed: rewrite, rewritten: true };
  }
  record.decision.resolve(decision);
  throw new RewriteMappingError(
    'The guard rewrote the prompt in a way that cannot be split back into its messages; nothing was sent. Set onUnmappableRewrite to "collapse" to send such rewrites as one user message.',
    { clientEventId: record.clientEventId, decision },
  );
}

function renderSent(gate: Gate, prompt: Prompt, texts: readonly string[]): string {
  const segments = prompt.segments.map((segment, index) => ({
    ...segment,
    text: texts[index] ?? segment.text,
  }));
  return renderTranscript(segments, gate.services.random).text;
}
