import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isOfNewerRelease,
  readJobData,
  writeJobData,
} from "../../../src/delivery/bullmq-delivery/job-data.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";

describe("the job data of an event", () => {
  it.each([
    { idGivenByCaller: true, finalize: true },
    { idGivenByCaller: false, finalize: false },
  ])("is read as it was written, with all that is needed to send it: %o", (flags) => {
    const record = freshRecord(flags);
    const { event, finalize, idGivenByCaller, occurredAt } = record;
    const data: unknown = JSON.parse(JSON.stringify(writeJobData(record, false)));
    const read = { event, finalize, idGivenByCaller, occurredAt, replayed: false };
    expect(readJobData(data, false)).toEqual(read);
  });

  it("counts as sent before if it was written twice or its job was started before", () => {
    const record = freshRecord({});
    expect(readJobData(writeJobData(record, true), false)).toMatchObject({ replayed: true });
    expect(readJobData(writeJobData(record, false), true)).toMatchObject({ replayed: true });
    const replayed = writeJobData({ ...record, replayed: true }, false);
    expect(readJobData(replayed, false)).toMatchObject({ replayed: true });
  });

  it("is rejected if it is invalid or of a later release", () => {
    const data = writeJobData(freshRecord({}), false);
    expect(readJobData({ ...data, v: 2 }, false)).toBeUndefined();
    expect(readJobData({ ...data, event: null }, false)).toBeUndefined();
    expect(readJobData({ ...data, event: { ...data.event, event_id: 1 } }, false)).toBeUndefined();
    expect(readJobData({ ...data, event: { ...data.event, timestamp: 1 } }, false)).toBeUndefined();
    expect(readJobData({ ...data, occurredAt: "now" }, false)).toBeUndefined();
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        expect(readJobData(anything, false)).toBeUndefined();
      }),
    );
  });

  it("is recognized as that of a later release", () => {
    const data = writeJobData(freshRecord({}), false);
    const later = { ...data, v: data.v + 1, occurredAt: undefined };
    expect(isOfNewerRelease(later)).toBe(true);
    for (const other of [data, { ...later, event: null }, { v: 2 }, null, "2"]) {
      expect(isOfNewerRelease(other)).toBe(false);
    }
  });
});
