import { afterEach, describe, expect, it } from "vitest";
import type { RunningProgram } from "../../support/processes/run-program.ts";
import { runExample } from "./run-example.ts";
import { type Services, startServices } from "./services.ts";

const CALLS = 40;
let services: Services;

afterEach(() => services.close());

async function startServer(env: Record<string, string> = {}): Promise<{
  readonly example: RunningProgram;
  readonly address: string;
}> {
  const example = runExample("graceful-shutdown.ts", { env: { ...services.env, ...env } });
  const [address] = await example.printed(/http:\S+/);
  return { example, address };
}

async function ask(address: string, question: string): Promise<string> {
  const response = await fetch(address, { method: "POST", body: question });
  return response.text();
}

async function askMany(address: string): Promise<void> {
  const questions = Array.from({ length: CALLS }, (_, index) => `Question ${index}`);
  const answers = await Promise.all(questions.map((question) => ask(address, question)));
  expect(new Set(answers)).toEqual(new Set(["Yes."]));
}

describe("the graceful-shutdown example, on SIGTERM", () => {
  it("with events queued: refuses new requests, and delivers every event before it ends", async () => {
    services = await startServices("Yes.");
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Slow enough for every event to be pending when the signal arrives.
    services.plane.script("ingest", { always: () => released.then(() => "pass") });
    const { example, address } = await startServer();
    await askMany(address);
    expect(services.plane.events()).toEqual([]);

    example.child.kill("SIGTERM");
    await example.printed(/Stopping/);
    await expect(fetch(address)).rejects.toThrow();
    release();

    expect(await example.ended).toBe(0);
    expect(example.stdout()).toContain(`Stopped: ${CALLS} of ${CALLS} events delivered`);
    const inputs = services.plane.events().map(({ input }) => input);
    expect(new Set(inputs).size).toBe(CALLS);
    expect(inputs).toHaveLength(CALLS);
    expect(services.plane.lifecycles().every(({ state }) => state === "finalized")).toBe(true);
    expect(services.providerBodies()).toHaveLength(CALLS);
  });

  it("during a request: answers it, and delivers its event", async () => {
    services = await startServices("Yes.");
    let arrived = (): void => undefined;
    const atTheModel = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    services.provider.clearFixtures();
    services.provider.on({}, async () => {
      arrived();
      await released;
      return { content: "Yes." };
    });
    const { example, address } = await startServer();
    const answer = ask(address, "Are you still there?");
    await atTheModel;
    example.child.kill("SIGTERM");
    await example.printed(/Stopping/);
    release();
    expect(await answer).toBe("Yes.");
    expect(await example.ended).toBe(0);
    expect(services.plane.events()).toMatchObject([{ output: "Yes." }]);
  });

  it("with the data plane unreachable: ends at its deadline and reports what is missing", async () => {
    services = await startServices("Yes.");
    services.plane.script("ingest", { always: "stall-headers" });
    const { example, address } = await startServer({ DELIVERY_DEADLINE_MS: "300" });
    await askMany(address);
    example.child.kill("SIGTERM");
    expect(await example.ended).toBe(1);
    expect(example.stdout()).toContain(`Stopped: 0 of ${CALLS} events delivered`);
  });
});
