import { describe, expect, it } from "vitest";
import type { GuardedModelClient, RecordedEvent } from "../../src/index.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { useStand } from "../support/stands/stand.ts";

// Calls that fail before they have a lifecycle. Nobody waits for them afterwards.

const stand = useStand();

/** What some libraries hand out for a while: it cannot be read any more. */
function revoked(): RecordedEvent {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy as RecordedEvent;
}

function detached(): ArrayBuffer {
  const { buffer } = new TextEncoder().encode("{}");
  structuredClone(buffer, { transfer: [buffer] });
  return buffer;
}

const BEGINNINGS: Record<string, (guard: GuardedModelClient) => Promise<unknown>> = {
  "an event that cannot be read": (guard) => guard.record(revoked()),
  "a body that was given away": (guard) =>
    guard.fetch("http://127.0.0.1:9/v1/chat/completions", { method: "POST", body: detached() }),
};

describe.each(Object.entries(BEGINNINGS))("%s", (_, begin) => {
  it("does not hold up flush and close", async () => {
    const guard = stand.guard();
    // With an error, or with a response that refuses: what is checked first depends on what is loaded.
    await begin(guard).catch(() => undefined);
    const elapsed = stopwatch();
    await guard.flush();
    await guard.close();
    expect(elapsed()).toBeLessThan(2_000);
  });
});
