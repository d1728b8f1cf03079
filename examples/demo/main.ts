/**
 * The whole product in a second or two, without an account: six calls of an ordinary OpenAI client,
 * guarded in place. Every scene checks itself; the exit code is 0 only if everything is as
 * expected.
 */
import { judge, same } from "./facts.ts";
import { closingPage, openingPage, scenePage } from "./render/page.ts";
import { chooseStyle } from "./render/style.ts";
import { type Act, perform, type Scene } from "./scene.ts";
import { denied } from "./scenes/denied.ts";
import { guardDown } from "./scenes/guard-down.ts";
import { image } from "./scenes/image.ts";
import { plainAnswer } from "./scenes/plain-answer.ts";
import { rewrite } from "./scenes/rewrite.ts";
import { stream } from "./scenes/stream.ts";
import { openStage, type Stage } from "./stage.ts";

const SCENES: readonly Scene[] = [plainAnswer, stream, rewrite, image, denied, guardDown];

const style = chooseStyle({ isTTY: process.stdout.isTTY === true, env: process.env });
const print = (page: string): void => void process.stdout.write(page);

// The reader of a pipe (`npm run demo | head`) may stop early; there is nothing left to do.
process.stdout.once("error", () => process.exit(1));

async function main(): Promise<0 | 1> {
  const startedAt = performance.now();
  print(openingPage(style));
  const stage = await openStage();
  const acts: Act[] = [];
  try {
    // Warms up, so that the cost of a process's first request is not shown as that of a call.
    await Promise.all([stage.guard.agentConfig(), stage.openai.models.list()]);
    for (const scene of SCENES) {
      const act = await perform(scene, stage);
      acts.push(act);
      print(scenePage(act, acts.length, style));
    }
  } finally {
    await stage.close();
  }
  const judged = acts.map(({ scene, facts }) => ({ title: scene.title, facts }));
  const verdict = judge([...judged, accounts(stage, acts)], SCENES.length + 1);
  print(closingPage(verdict, performance.now() - startedAt, style));
  return verdict.exitCode;
}

/** Checks that nothing was lost. */
function accounts(stage: Stage, acts: readonly Act[]) {
  const served = acts.filter(({ evidence }) => evidence?.ending.kind === "answer").length;
  const { created, delivered, pending, lost } = stage.guard.stats();
  return {
    title: "The books",
    facts: [
      same(
        "Every event that was created was delivered.",
        { created, delivered, pending, lost },
        { created: served, delivered: served, pending: 0, lost: 0 },
      ),
    ],
  };
}

process.exitCode = await main();
