import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DueHeap } from "../../src/delivery/sending/due-heap.ts";
import { Fifo } from "../../src/delivery/sending/fifo.ts";
import {
  BEFORE_ALL,
  type Numbered,
  PendingEvents,
} from "../../src/delivery/sending/pending-events.ts";
import { VirtualTime } from "./simulated/virtual-time.ts";

interface Waiting extends Numbered<Waiting> {}

describe("the queue of waiting events", () => {
  it("returns events in order, with any mix of pushes and shifts", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 400 }), (pushes) => {
        const fifo = new Fifo<number>();
        const model: number[] = [];
        pushes.forEach((push, i) => {
          if (push) {
            fifo.push(i);
            model.push(i);
          } else {
            expect(fifo.shift()).toBe(model.shift());
          }
          expect(fifo.size).toBe(model.length);
          expect(fifo.peek()).toBe(model[0]);
        });
      }),
    );
  });

  it("keeps its order when events in the middle are removed", () => {
    const fifo = new Fifo<number>();
    for (let i = 0; i < 10; i += 1) fifo.push(i);
    expect([fifo.shift(), fifo.shift()]).toEqual([0, 1]);
    fifo.keepOnly((i) => i % 3 !== 0);
    fifo.push(10);
    expect(fifo.size).toBe(6);
    expect(Array.from({ length: 7 }, () => fifo.shift())).toEqual([2, 4, 5, 7, 8, 10, undefined]);
  });

  it("keeps its order when it is compacted", () => {
    const fifo = new Fifo<number>();
    const out: (number | undefined)[] = [];
    for (let i = 0; i < 20_000; i += 1) {
      fifo.push(i);
      if (i % 4 !== 0) out.push(fifo.shift());
    }
    while (fifo.size > 0) out.push(fifo.shift());
    expect(out).toEqual(Array.from({ length: 20_000 }, (_, i) => i));
  });
});

describe("those who wait for pending events", () => {
  it("wait for an earlier event too that was elsewhere, and for no later one", async () => {
    const time = new VirtualTime();
    const pending = new PendingEvents<Waiting>();
    const adopted: Waiting = { number: BEFORE_ALL };
    const first: Waiting = { number: pending.nextNumber() };
    const upTo = pending.lastNumber;
    const later: Waiting = { number: pending.nextNumber() };
    pending.add(first);
    let isOver = false;
    const gone = pending.gone(time, 1_000, upTo).then(() => {
      isOver = true;
    });
    for (const event of [adopted, later]) pending.add(event);
    for (const event of [later, adopted]) pending.delete(event);
    await time.settle();
    expect(isOver).toBe(false);
    pending.delete(first);
    await gone;
    expect(time.timers).toBe(0);
  });
});

describe("the heap of failed events", () => {
  it("returns events in the order of their due times, with any mix of pushes and pops", () => {
    const step = fc.option(fc.integer({ min: 0, max: 50 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const heap = new DueHeap<{ readonly dueAt: number }>();
        const model: number[] = [];
        for (const dueAt of steps) {
          if (dueAt === undefined) expect(heap.pop()?.dueAt).toBe(model.shift());
          else {
            heap.push({ dueAt });
            model.push(dueAt);
            model.sort((a, b) => a - b);
          }
          expect(heap.size).toBe(model.length);
          expect(heap.peek()?.dueAt).toBe(model[0]);
        }
        expect(heap.drain().map((item) => item.dueAt)).toHaveLength(model.length);
        expect(heap.size).toBe(0);
      }),
    );
  });
});
