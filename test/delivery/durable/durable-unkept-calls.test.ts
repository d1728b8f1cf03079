import { expect, it } from "vitest";
import { UnkeptCalls } from "../../../src/delivery/durable-delivery/outbox/unkept-calls.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { hold } from "../../support/stands/gate.ts";

/** Calls whose notes a disk refuses at first, and then answers as it is told to. */
function refusedCalls(count: number) {
  const records = Array.from({ length: count }, () => freshRecord());
  const ids = records.map(({ event }) => event.event_id);
  const noted: string[] = [];
  let answer: boolean | Promise<boolean> = false;
  const calls = new UnkeptCalls(({ event }) => {
    if (answer !== false) noted.push(event.event_id);
    return answer;
  });
  for (const record of records) expect(calls.keep(record)).toBe(false);
  return {
    ...{ calls, ids, noted },
    diskAnswers: (next: typeof answer) => {
      answer = next;
    },
  };
}

it("notes calls that a full disk refused once it has space again, each once, and none that has ended", () => {
  const { calls, ids, noted, diskAnswers } = refusedCalls(3);
  const [, ended = ""] = ids;
  calls.over(ended);
  calls.keepAgain();
  expect(noted).toEqual([]);
  diskAnswers(true);
  const later = freshRecord();
  expect(calls.keep(later)).toBe(true);
  calls.keepAgain();
  calls.keepAgain();
  expect(noted).toEqual([later.event.event_id, ...ids.filter((id) => id !== ended)]);
});

it("notes a call once while a slow disk writes its note, and again if that fails", async () => {
  const { calls, ids, noted, diskAnswers } = refusedCalls(1);
  const slow = hold<boolean>();
  diskAnswers(slow.promise);
  calls.keepAgain();
  calls.keepAgain();
  expect(noted).toEqual(ids);
  slow.resolve(false);
  await slow.promise;
  diskAnswers(Promise.resolve(true));
  calls.keepAgain();
  expect(noted).toEqual([...ids, ...ids]);
  await Promise.resolve();
  calls.keepAgain();
  expect(noted).toEqual([...ids, ...ids]);
});

it("holds the notes of a thousand calls at most, however many the disk refuses", () => {
  const { calls, ids, noted, diskAnswers } = refusedCalls(1_001);
  diskAnswers(true);
  calls.keepAgain();
  expect(noted).toEqual(ids.slice(0, 1_000));
});
