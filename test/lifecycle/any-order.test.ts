import { getEventListeners } from "node:events";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertBalanced } from "../../src/delivery/counters.ts";
import { guardErrorOf } from "../../src/index.ts";
import { type AppCall, type AppPlan, appPlan } from "./app-plan.ts";
import { App } from "./scheduled-app.ts";

describe("an app's calls, streams, aborts and close in any order", () => {
  it("keep every promise about providers, events, answers and cleanup", async () => {
    await fc.assert(
      fc.asyncProperty(appPlan, fc.scheduler(), async (plan, scheduler) => {
        const app = new App(plan, scheduler);
        await app.use();
        for (const call of app.calls) expectNoListener(call);
        await app.leave();
        for (const call of app.calls) {
          await expectItsEvent(app, plan, call);
          expectWhatTheModelSaid(plan, call);
        }
        const { rateLimit: _, ...counters } = app.guard.stats();
        assertBalanced(counters);
        const sent = app.calls.filter((call) => call.sent.length > 0);
        expect(counters.created).toBe(sent.length + app.recorded.length);
        if (plan.masks) expect(app.wire.join()).not.toContain("@example.com");
        expect(app.wire.join()).not.toContain("the provider's own");
      }),
      { numRuns: 50 },
    );
  });
});

/** A signal may serve many calls, so that one that has ended must leave nothing on it. */
function expectNoListener({ plan, abort }: AppCall): void {
  const isOpen = plan.kind === "stream" && plan.reads === "nothing";
  if (!isOpen) expect(getEventListeners(abort.signal, "abort")).toEqual([]);
}

/** The provider got what was approved, and nothing else; then there is exactly one event. */
async function expectItsEvent(app: App, { closes }: AppPlan, call: AppCall): Promise<void> {
  const { lifecycle, sent, approved } = call;
  // Refused because the client was closed.
  if (lifecycle === undefined) return expect([closes, sent]).toEqual([true, []]);
  const { clientEventId } = lifecycle;
  const delivery = await lifecycle.delivery;
  const event = app.stored.get(clientEventId);
  if (delivery === undefined) return expect([sent, event]).toEqual([[], undefined]);
  expect(sent).toEqual([approved]);
  expect(delivery.eventId).toBe(clientEventId);
  if (closes && event === undefined) return;
  const outcome = await lifecycle.outcome;
  expect(event).toMatchObject({
    input: approved,
    metadata: { client_event_id: clientEventId, outcome },
  });
}

/** The app got what a call without a guard would have given, or the error that it caused itself. */
function expectWhatTheModelSaid({ closes }: AppPlan, call: AppCall): void {
  const { plan, end, failure, abort, answer } = call;
  const isAllowed = plan.verdict === "allow" || plan.verdict === "rewrite";
  const isRead = plan.kind !== "stream" || plan.reads === "everything";
  if (end === undefined) expect.fail("the call has not ended");
  if ("text" in end) {
    expect(isAllowed).toBe(true);
    expect(answer.startsWith(end.text)).toBe(true);
    if (isRead && call.isLeftAlone && !closes) expect(end.text).toBe(answer);
  } else if (end.error === failure) {
    expect([isAllowed, plan.provider]).toEqual([true, "fails"]);
  } else if (end.error !== abort.signal.reason) {
    expect(guardErrorOf(end.error)).toBeDefined();
    expect(String(end.error)).not.toContain(call.prompt);
  }
  if (!call.isLeftAlone || closes || !isAllowed) return;
  if (plan.provider === "answers") expect(end).toHaveProperty("text");
  else if (isRead) expect(end).toEqual({ error: failure });
}
