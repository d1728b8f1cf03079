import { expect, it } from "vitest";
import { answerWithin, withinDeadline } from "../../../src/delivery/within-deadline.ts";
import { blockFor } from "../../support/processes/block-for.ts";
import { startThreadServer } from "../../support/processes/blocked-loop.ts";

const DEADLINE_MS = 300;

it("an answer that a call waits for counts if it came in time, and the app was busy for longer", async () => {
  const server = await startThreadServer({ "/answer": '"here"' });
  const ask = async (): Promise<unknown> => (await fetch(new URL("/answer", server.url))).json();
  await ask();
  await server.blockNext(DEADLINE_MS + 100, "/answer");
  const answer = ask();
  const patient = answerWithin(DEADLINE_MS, answer, { holdProcess: true });
  expect(await withinDeadline(DEADLINE_MS, answer, { holdProcess: true })).toBeUndefined();
  expect(await patient).toBe("here");
  await server.close();
});

it("an answer that does not come is not waited for, however busy the app was", async () => {
  const never = new Promise<never>(() => undefined);
  const waiting = answerWithin(50, never, { holdProcess: true });
  blockFor(100);
  expect(await waiting).toBeUndefined();
});
