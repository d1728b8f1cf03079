import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DueHeap } from "../../src/delivery/sending/due-heap.ts";
import { Fifo } from "../../src/delivery/sending/fifo.ts";

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
