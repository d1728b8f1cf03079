import { RewriteMappingError } from "../../errors.ts";
import type { Prompt } from "../../providers/provider.ts";
import type { GuardDecision } from "../../types.ts";
import type { Gate } from "../gate.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import type { Wording } from "../masking/words-sent.ts";
import { renderTranscript } from "../transcript/transcript.ts";
import { placeInspected } from "./guard-scope.ts";
import type { Question, Ruling } from "./ruling.ts";

/** A call that was let through, and with which words. */
export interface Passage extends Wording {
  readonly record: LifecycleRecord;
  readonly decision: GuardDecision;
  /** Set when the rewrite goes out as one user message instead of `texts`. */
  readonly collapsed: string | undefined;
}

/** What a ruling is about. */
export type RuledCall = Pick<Question, "record" | "prompt" | "transcript" | "scoped">;

/** The words that go to the provider under a ruling. @throws RewriteMappingError */
export function applyRuling(gate: Gate, ruling: Ruling, call: RuledCall): Passage {
  const { decision, rewrite } = ruling;
  const { record, prompt, transcript, scoped } = call;
  const originals = prompt.segments.map((segment) => segment.text);
  if (rewrite === undefined || rewrite === transcript.text) {
    record.sentInput =
      scoped.positions === undefined ? transcript.text : renderSent(gate, prompt, originals);
    return { record, decision, texts: originals, collapsed: undefined, rewritten: false };
  }
  const mapped = transcript.split(rewrite);
  if (mapped !== undefined) {
    const texts = placeInspected(originals, mapped, scoped.positions);
    record.sentInput =
      scoped.positions === undefined ? transcript.render(texts) : renderSent(gate, prompt, texts);
    return { record, decision, texts, collapsed: undefined, rewritten: true };
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
