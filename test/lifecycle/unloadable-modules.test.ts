import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GuardedModelClient, Lifecycle } from "../../src/index.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { useStand } from "../support/stands/stand.ts";

// What is imported at the first call may be unreadable then, as when no file handle is left.

const stand = useStand();
const unreadable = (): never => {
  throw new Error("EMFILE: too many open files");
};

const MODULES: readonly string[] = [
  "run-call.ts",
  "stream/run-stream.ts",
  "fetch/run-fetch.ts",
  "report/record-event.ts",
];

const lifecycles: Lifecycle[] = [];
const context = { onLifecycle: (lifecycle: Lifecycle) => void lifecycles.push(lifecycle) };
const execute = vi.fn(() => "Hello.");

const BEGINNINGS: Record<string, (guard: GuardedModelClient) => Promise<unknown>> = {
  call: (guard) => guard.call({ model: "m", input: "Hi", execute, ...context }),
  stream: (guard) =>
    guard.stream({
      model: "m",
      input: "Hi",
      async *execute() {
        yield execute();
      },
      ...context,
    }),
  fetch: (guard) => guard.fetch(`${stand.provider.baseURL}/chat/completions`, { method: "POST" }),
  record: (guard) =>
    guard.record({ eventType: "complete", model: "m", input: "Hi", output: "Hello." }),
};

describe.each(Object.entries(BEGINNINGS))("%s, if its module cannot be loaded,", (_, begin) => {
  beforeEach(() => {
    lifecycles.length = 0;
    execute.mockClear();
    // Files that ran before may have loaded them.
    vi.resetModules();
    for (const path of MODULES) vi.doMock(`../../src/lifecycle/${path}`, unreadable);
  });
  afterEach(() => {
    for (const path of MODULES) vi.doUnmock(`../../src/lifecycle/${path}`);
  });

  it("rejects, reaches no provider, and leaves nothing that flush and close wait for", async () => {
    const { GuardedModelClient: Client } = await import("../../src/index.ts");
    const guard = new Client(stand.plane.clientOptions);
    await expect(begin(guard)).rejects.toThrow();
    expect(execute).not.toHaveBeenCalled();
    expect(stand.provider.requests).toEqual([]);
    const elapsed = stopwatch();
    await guard.flush();
    await guard.close();
    expect(elapsed()).toBeLessThan(2_000);
    for (const { decision, outcome, delivery } of lifecycles) {
      expect(await outcome).toBe("unavailable");
      expect(await Promise.all([decision, delivery])).toEqual([undefined, undefined]);
    }
  });
});

describe.each(["data-plane/service.ts", "delivery/memory-delivery/running.ts"])(
  "a call, if %s cannot be loaded,",
  (path) => {
    const unhandled = vi.fn();
    beforeEach(() => {
      unhandled.mockClear();
      vi.resetModules();
      vi.doMock(`../../src/${path}`, unreadable);
      process.on("unhandledRejection", unhandled);
    });
    afterEach(() => {
      process.off("unhandledRejection", unhandled);
      vi.doUnmock(`../../src/${path}`);
    });

    it("has the outcome unavailable, unlike one that its caller cancelled", async () => {
      const { GuardedModelClient: Client, memoryDelivery } = await import("../../src/index.ts");
      const delivery = memoryDelivery({ whenFull: "wait" });
      const guard = new Client({ ...stand.plane.clientOptions, delivery });
      const outcomes: Promise<string>[] = [];
      const onLifecycle = ({ outcome }: Lifecycle): void => void outcomes.push(outcome);
      const asked = { model: "m", input: "Hi", execute: () => "Hello.", onLifecycle };
      const signal = AbortSignal.abort();
      await Promise.allSettled([guard.call(asked), guard.call({ ...asked, signal })]);
      await guard.close();
      expect(await Promise.all(outcomes)).toEqual(["unavailable", "cancelled"]);
    });

    it.each([undefined, new AbortController().signal])(
      "leaves no rejection behind that would end the process",
      async (signal) => {
        const { GuardedModelClient: Client } = await import("../../src/index.ts");
        const guard = new Client(stand.plane.clientOptions);
        await Promise.allSettled([guard.call({ model: "m", input: "Hi", execute, signal })]);
        await guard.close();
        await new Promise((resolve) => setImmediate(resolve));
        expect(unhandled).not.toHaveBeenCalled();
      },
    );

    it("does not fail the calls after it once the module can be loaded", async () => {
      const { GuardedModelClient: Client, memoryDelivery } = await import("../../src/index.ts");
      const delivery = memoryDelivery({ whenFull: "wait" });
      const guard = new Client({ ...stand.plane.clientOptions, delivery });
      const asked = { model: "m", input: "Hi", execute: () => "Hello." };
      await expect(guard.call(asked)).rejects.toThrow();
      vi.doUnmock(`../../src/${path}`);
      await expect(guard.call(asked)).resolves.toMatchObject({ response: "Hello." });
      expect(await guard.close()).toMatchObject({ created: 1, delivered: 1, pending: 0 });
    });
  },
);

it("an event whose delivery cannot be loaded is told as dropped, and does not stay pending", async () => {
  vi.resetModules();
  vi.doMock("../../src/delivery/memory-delivery/running.ts", unreadable);
  const { GuardedModelClient: Client } = await import("../../src/index.ts");
  const guard = new Client(stand.plane.clientOptions);
  const outcomes: Lifecycle["delivery"][] = [];
  const onLifecycle = ({ delivery }: Lifecycle): void => void outcomes.push(delivery);
  await guard.call({ model: "m", input: "Hi", execute: () => "Hello.", onLifecycle });
  expect(await outcomes[0]).toMatchObject({ status: "dropped", reason: "delivery_failed" });
  expect(guard.stats()).toMatchObject({ created: 0, pending: 0 });
  await guard.close();
  vi.doUnmock("../../src/delivery/memory-delivery/running.ts");
});
