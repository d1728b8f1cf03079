/**
 * A process that makes guarded calls until it is killed, or kills itself at a given point. Writes a
 * line for each call when its provider is called (`p ID`) and when the app has the answer (`a ID`);
 * what was written has happened, whatever follows.
 */
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { durableDelivery } from "../../../src/delivery/durable-delivery.ts";
import { GuardedModelClient, type GuardedModelClientOptions } from "../../../src/index.ts";

/** A child's orders, as JSON on its command line. */
export interface CrashOrders {
  readonly client: GuardedModelClientOptions;
  readonly directory: string;
  readonly fsync: boolean;
  /** Where it kills itself, if anywhere. */
  readonly dieAt: "provider" | "answered" | undefined;
  /** At which call. */
  readonly dieAfter: number;
}

const orders = JSON.parse(process.argv[2] ?? "") as CrashOrders;
const { directory, fsync, dieAt, dieAfter } = orders;
const AT_ONCE = 4;
let calls = 0;

const tell = (line: string): void => void writeSync(1, `${line}\n`);

function reached(point: CrashOrders["dieAt"]): void {
  if (point !== dieAt || calls < dieAfter) return;
  process.kill(process.pid, "SIGKILL");
  // No further step until the signal has arrived.
  for (;;);
}

const guard = new GuardedModelClient({
  ...orders.client,
  logger: {
    info: (message, details) => tell(`i ${message} ${JSON.stringify(details)}`),
    warn: (message, details) => tell(`w ${message} ${JSON.stringify(details)}`),
    error: (message) => tell(`w ${message}`),
  },
  delivery: durableDelivery({ directory, fsync }),
});

async function provide(clientEventId: string): Promise<string> {
  tell(`p ${clientEventId}`);
  reached("provider");
  await sleep(Math.random() * 8);
  return `The answer to ${clientEventId}. ${"x".repeat(Math.random() * 4_000)}`;
}

async function call(): Promise<void> {
  const { clientEventId } = await guard.call({
    model: "m",
    input: "What happens next?",
    execute: (given) => provide(given.clientEventId),
  });
  answered(clientEventId);
}

async function stream(): Promise<void> {
  const chunks = await guard.stream({
    model: "m",
    input: "What happens next?",
    async *execute(given) {
      yield await provide(given.clientEventId);
    },
  });
  for await (const _ of chunks);
  answered(chunks.clientEventId);
}

function answered(clientEventId: string): void {
  tell(`a ${clientEventId}`);
  reached("answered");
}

async function lane(): Promise<void> {
  for (;;) {
    calls += 1;
    await (calls % 3 === 0 ? stream() : call());
    if (calls === AT_ONCE + 1) tell("ready");
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, lane));
