import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { aBoolean, aDuration, aFunction, anObject } from "../base/option-rules.ts";
import { guardErrorOf } from "../guard-error-of.ts";
import type { ContractCase } from "./contract-case.ts";
import { FidelityBench } from "./fidelity-bench.ts";
import type { FidelityCall, FidelityParts, WireAnswer } from "./fidelity-parts.ts";
import { classesOf, observed, outcomeOf } from "./observed-value.ts";
import { assertParts, withParts } from "./parts.ts";

/** A typical error response of a provider. */
const REFUSAL: WireAnswer = {
  status: 400,
  headers: { "x-request-id": "req_fidelity" },
  body: JSON.stringify({ error: { message: "no such model", type: "invalid_request_error" } }),
};

const aCall = withParts({ answer: anObject, run: aFunction });
const PARTS = withParts(
  { open: aFunction, guard: aFunction, call: aCall },
  {
    stream: aCall,
    leavesStreamsOpen: aBoolean,
    helpers: anObject,
    refusal: anObject,
    retries: anObject,
    endWithinMs: aDuration,
  },
);

/** Makes clients retry quickly: most wait no longer than a provider says. */
const RETRY_SOON = { "x-request-id": "req_fidelity", "retry-after-ms": "1" };

/** Never resolves, for a response that does not arrive during the test. */
const NEVER = new Promise<void>(() => undefined);

/**
 * Tests that an integration behaves like the client it guards, for any test runner:
 *
 * ```ts
 * for (const { title, run } of fidelityContract({ open, guard, call, stream })) it(title, run);
 * ```
 *
 * Everything is done twice, with the bare client and with the guarded one, against the same local
 * provider. A test fails if an app could tell them apart. The tests also check that each call has
 * one event, and that nothing is sent to the provider after a denial.
 *
 * @throws AssertionError naming the part that is wrong or missing.
 */
export function fidelityContract<Client>(parts: FidelityParts<Client>): readonly ContractCase[] {
  assertParts("fidelityContract", PARTS, parts);
  return [
    ...clientCases(parts),
    ...callCases(parts),
    ...(parts.retries === undefined ? [] : retryCases(parts, parts.retries)),
    ...(parts.stream === undefined ? [] : streamCases(parts, parts.stream)),
    ...Object.entries(parts.helpers ?? {}).map(([name, helper]) => helperCase(parts, name, helper)),
  ];
}

function clientCases<Client>(parts: FidelityParts<Client>): ContractCase[] {
  return [
    onBench(
      parts,
      "is the same kind of client as before, with the same properties",
      async (bench) => {
        const bare = parts.open(bench.provider.url);
        const guarded = bench.guarded();
        equal(Object.getPrototypeOf(guarded), Object.getPrototypeOf(bare));
        deepEqual(Object.keys(guarded as object), Object.keys(bare as object));
      },
    ),
    onBench(parts, "sends nothing to the provider when the guard denies", async (bench) => {
      bench.deny();
      bench.script([parts.call.answer]);
      const { signal } = new AbortController();
      const denied = bench.inTime(parts.call.run(bench.guarded(), signal));
      await rejects(denied, (error) => guardErrorOf(error)?.code === "guard_denied");
      equal(bench.provider.requests.length, 0);
      deepEqual(await bench.outcomes(), []);
    }),
  ];
}

function callCases<Client>(parts: FidelityParts<Client>): ContractCase[] {
  const { call, refusal = REFUSAL } = parts;
  return [
    onBench(parts, "answers with the same, for the same request", async (bench) => {
      bench.script([call.answer]);
      await bench.compare((client, signal) => outcomeOf(() => call.run(client, signal)));
      deepEqual(await bench.outcomes(), ["complete"]);
    }),
    onBench(parts, "fails with the client's own error when the provider refuses", async (bench) => {
      bench.script([refusal]);
      await bench.compare((client, signal) => outcomeOf(() => call.run(client, signal)));
      deepEqual(await bench.outcomes(), ["error"]);
    }),
    onBench(parts, "fails the same way when it is cancelled while it waits", async (bench) => {
      await bench.compare(async (client, signal, abort) => {
        bench.script([call.answer], { hold: () => NEVER });
        const outcome = outcomeOf(() => call.run(client, signal));
        await bench.arrived();
        abort();
        return [await outcome, await bench.hungUp()];
      });
      deepEqual(await bench.outcomes(), ["cancelled"]);
    }),
  ];
}

function retryCases<Client>(
  parts: FidelityParts<Client>,
  retries: { readonly status: number; readonly times: number },
): ContractCase[] {
  const failure: WireAnswer = { ...REFUSAL, headers: RETRY_SOON, status: retries.status };
  const failures = new Array<WireAnswer>(retries.times).fill(failure);
  return [
    onBench(parts, "is retried as often as before, and stays one call", async (bench) => {
      bench.script([...failures, parts.call.answer]);
      await bench.compare((client, signal) => outcomeOf(() => parts.call.run(client, signal)));
      equal(bench.provider.requests.length, retries.times + 1);
      deepEqual(await bench.outcomes(), ["complete"]);
    }),
    onBench(
      parts,
      "gives up after as many retries as before, and stays one call",
      async (bench) => {
        bench.script([failure]);
        await bench.compare((client, signal) => outcomeOf(() => parts.call.run(client, signal)));
        deepEqual(await bench.outcomes(), ["error"]);
      },
    ),
  ];
}

function streamCases<Client>(
  parts: FidelityParts<Client>,
  stream: FidelityCall<Client, AsyncIterable<unknown>>,
): ContractCase[] {
  const gather = async (client: Client, signal: AbortSignal): Promise<unknown> => {
    const chunks: unknown[] = [];
    const end = await outcomeOf(async () => {
      const opened = await stream.run(client, signal);
      chunks.push({ classes: classesOf(opened), keys: Object.keys(opened) });
      for await (const chunk of opened) chunks.push(observed(chunk));
    });
    return { chunks, end };
  };
  return [
    onBench(parts, "streams the same chunks", async (bench) => {
      bench.script([stream.answer]);
      await bench.compare(gather);
      deepEqual(await bench.outcomes(), ["complete"]);
    }),
    onBench(parts, "hands the first chunk on before the next one is sent", async (bench) => {
      await bench.compare(async (client, signal) => {
        let release: () => void = () => undefined;
        const released = new Promise<void>((resolve) => {
          release = resolve;
        });
        bench.script([stream.answer], { hold: (index) => (index === 1 ? released : undefined) });
        const chunks: unknown[] = [];
        for await (const chunk of await stream.run(client, signal)) {
          chunks.push(observed(chunk));
          // An interceptor that waits for the rest never gets here.
          release();
        }
        return chunks;
      });
    }),
    onBench(parts, "fails the same way when the stream breaks off", async (bench) => {
      bench.script([stream.answer], { breakAfter: 1 });
      await bench.compare(gather);
      deepEqual(await bench.outcomes(), ["error"]);
    }),
    onBench(parts, "hangs up when the app stops reading", async (bench) => {
      await bench.compare(async (client, signal) => {
        bench.script([stream.answer], { hold: (index) => (index === 1 ? NEVER : undefined) });
        for await (const _ of await stream.run(client, signal)) break;
        return parts.leavesStreamsOpen === true || bench.hungUp();
      });
      deepEqual(await bench.outcomes(), ["cancelled"]);
    }),
    onBench(parts, "ends the same way when it is cancelled between chunks", async (bench) => {
      await bench.compare(async (client, signal, abort) => {
        bench.script([stream.answer], { hold: (index) => (index === 1 ? NEVER : undefined) });
        const outcome = await outcomeOf(async () => {
          for await (const _ of await stream.run(client, signal)) abort();
        });
        return [outcome, await bench.hungUp()];
      });
      deepEqual(await bench.outcomes(), ["cancelled"]);
    }),
    onBench(
      parts,
      "fails with the client's own error when the stream is refused",
      async (bench) => {
        bench.script([parts.refusal ?? REFUSAL]);
        await bench.compare(gather);
        deepEqual(await bench.outcomes(), ["error"]);
      },
    ),
  ];
}

function helperCase<Client>(
  parts: FidelityParts<Client>,
  name: string,
  helper: FidelityCall<Client>,
): ContractCase {
  return onBench(parts, `works the same through ${name}`, async (bench) => {
    bench.script([helper.answer]);
    await bench.compare((client, signal) => outcomeOf(() => helper.run(client, signal)));
    const outcomes = await bench.outcomes();
    ok(outcomes.length > 0, "it left no event");
    ok(outcomes.every((outcome) => outcome === "complete"));
  });
}

function onBench<Client>(
  parts: FidelityParts<Client>,
  title: string,
  work: (bench: FidelityBench<Client>) => Promise<void>,
): ContractCase {
  return {
    title,
    run: async () => {
      const bench = await FidelityBench.open(parts);
      try {
        await work(bench);
      } finally {
        await bench.close();
      }
    },
  };
}
