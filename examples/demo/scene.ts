import { setTimeout as sleep } from "node:timers/promises";
import type OpenAI from "openai";
import { type Evidence, gather } from "./evidence.ts";
import { type Fact, holds } from "./facts.ts";
import type { Stage } from "./stage.ts";

/** The messages of a chat, as the OpenAI client takes them. */
export type Messages = readonly OpenAI.Chat.ChatCompletionMessageParam[];

/** What the app got if all went well. */
export interface AnswerEnding {
  readonly kind: "answer";
  readonly text: string;
  /** The SDK's own object with the answer. */
  readonly from: object;
  /** For streams: the number of chunks with text, and the usage that the app saw. */
  readonly chunks?: number;
  readonly usage?: unknown;
}

/** What the app got. */
export type Ending = AnswerEnding | { readonly kind: "error"; readonly error: unknown };

/** One scene of the demo. */
export interface Scene {
  readonly title: string;
  readonly story: string;
  readonly messages: Messages;
  /** The model's answer, if it is called. */
  readonly reply: string;
  /** Does what an app does: one call with its ordinary OpenAI client. */
  play(stage: Stage): Promise<AnswerEnding>;
  /** What must be true afterwards. */
  facts(evidence: Evidence): readonly Fact[];
}

/** A scene that was played. */
export interface Act {
  readonly scene: Scene;
  /** Undefined if the scene failed. */
  readonly evidence: Evidence | undefined;
  readonly facts: readonly Fact[];
}

/** The usage that the mock reports for every answer, for comparison. */
export const USAGE = Object.freeze({ prompt_tokens: 24, completion_tokens: 16, total_tokens: 40 });

/** The mock's pace: fast for a model, slow enough to be visible next to the guard. */
const THINKING_MS = 40;
const PACE = Object.freeze({ latency: 4, chunkSize: 12 });

/** Maximum duration of a scene. */
const SCENE_DEADLINE_MS = 4_000;

/** Plays a scene and checks its facts. Never rejects: an error is a fact that does not hold. */
export async function perform(scene: Scene, stage: Stage): Promise<Act> {
  try {
    const evidence = await within(SCENE_DEADLINE_MS, playThrough(scene, stage));
    return { scene, evidence, facts: scene.facts(evidence) };
  } catch (error) {
    return { scene, evidence: undefined, facts: [holds("The scene was played.", false, error)] };
  }
}

async function playThrough(scene: Scene, stage: Stage): Promise<Evidence> {
  stage.trace.clear();
  stage.provider.clearRequests();
  stage.provider.clearFixtures();
  const think = async () => {
    await sleep(THINKING_MS);
    return { content: scene.reply, usage: { ...USAGE } };
  };
  stage.provider.on({}, think, PACE);
  const startedAt = performance.now();
  const ending = await scene
    .play(stage)
    .catch((error: unknown): Ending => ({ kind: "error", error }));
  return gather(stage, { ending, waitedMs: performance.now() - startedAt });
}

async function within<T>(deadlineMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`It was not over after ${deadlineMs} ms.`);
    timer = setTimeout(() => reject(error), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
