import OpenAI from "openai";
import {
  GuardedModelClient,
  guardErrorOf,
  isGuardDenied,
  isGuardUnavailable,
  lifecycleOf,
} from "../../../src/index.ts";
import { guardOpenAI } from "../../../src/integrations/openai.ts";

const guard = new GuardedModelClient();
const openai = guardOpenAI(new OpenAI(), guard);

try {
  const completion = await openai.chat.completions.create({
    model: "gpt-4.1-mini",
    messages: [{ role: "user", content: "Write to ada@example.com, please." }],
  });
  // Rewrite: the provider got what the guard made of the prompt, each message its own part.
  const decision = await lifecycleOf(completion)?.decision;
  console.log(decision?.transformedInput ?? "sent as it was");
} catch (error) {
  if (isGuardDenied(error)) {
    // Denial: the provider was not called. Do not retry it unchanged.
    console.log(guardErrorOf(error)?.message);
  } else if (isGuardUnavailable(error)) {
    // Outage: there was no decision within `guardDeadlineMs`, so the call failed closed.
    console.log("Please try again later.");
  } else {
    // Everything else is the OpenAI client's own error, as it always was.
    throw error;
  }
}

// Shutdown: waits for calls under way, delivers what is queued, and tells how that went.
process.once("SIGTERM", async () => {
  const { created, delivered } = await guard.close({ deadlineMs: 8_000 });
  console.log(`${delivered} of ${created} events delivered`);
});
