import OpenAI from "openai";
import {
  GuardedModelClient,
  guardErrorOf,
  isGuardDenied,
  isGuardUnavailable,
  lifecycleOf,
} from "../../../../src/index.ts";
import { guardOpenAI } from "../../../../src/integrations/openai.ts";

const guard = new GuardedModelClient();
const openai = guardOpenAI(new OpenAI(), guard);

try {
  const completion = await openai.chat.completions.create({
    model: "gpt-4.1-mini",
    messages: [{ role: "user", content: "Write to ada@example.com, please." }],
  });
  // Rewrite: the provider got the guard's text instead of the prompt, message by message.
  const decision = await lifecycleOf(completion)?.decision;
  console.log(decision?.transformedInput ?? "sent unchanged");
} catch (error) {
  if (isGuardDenied(error)) {
    // Denial: the provider was not called. Do not retry it unchanged.
    console.log(guardErrorOf(error)?.message);
  } else if (isGuardUnavailable(error)) {
    // Outage: no decision within `guardDeadlineMs`, so the provider was not called (fail closed).
    console.log("Please try again later.");
  } else {
    // Everything else is the OpenAI client's own error, unchanged.
    throw error;
  }
}

// Shutdown: waits for calls in progress, delivers queued events, and returns the counters.
process.once("SIGTERM", async () => {
  const { created, delivered } = await guard.close({ deadlineMs: 8_000 });
  console.log(`${delivered} of ${created} events delivered`);
});
