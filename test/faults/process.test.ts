import { describe, expect, it } from "vitest";
import { wellBehaved } from "../support/models/model-answers.ts";
import { runScript } from "../support/processes/run-script.ts";
import { ORIGINAL } from "../support/secrets.ts";
import { openStand, type Stand } from "../support/stands/stand.ts";

/** Concurrent, because they mostly start processes or wait. */
describe.concurrent("a process with a guarded client", () => {
  const withStand = (work: (stand: Stand) => Promise<void>) => async (): Promise<void> => {
    const stand = await openStand({ forbidden: [ORIGINAL] }, wellBehaved);
    try {
      await work(stand);
      expect(stand.plane.breaches).toEqual([]);
    } finally {
      await stand.close();
    }
  };

  /** A script with a guarded client, and a function that makes a call. */
  const script = (stand: Stand, body: string): string => `
    import OpenAI from "openai";
    import { setTimeout as sleep } from "node:timers/promises";
    import { GuardedModelClient } from "~/src/index.ts";
    import { guardOpenAI } from "~/src/integrations/openai.ts";
    const guard = new GuardedModelClient({
      ...${JSON.stringify(stand.plane.clientOptions)},
      guardDeadlineMs: 20_000,
    });
    const bare = new OpenAI({ apiKey: "unused", baseURL: "${stand.provider.baseURL}" });
    const client = guardOpenAI(bare, guard);
    const messages = [{ role: "user", content: "Write to ${ORIGINAL}, please." }];
    const call = () => client.chat.completions.create({ model: "m", messages });
    ${body}
  `;

  it(
    "that simply ends delivers its events, and prints neither keys nor prompts",
    withStand(async (stand) => {
      stand.plane.script("ingest", { always: { delayMs: 100 } });
      const work = script(stand, "for (let turn = 0; turn < 5; turn += 1) await call();");
      const env = { NODE_DEBUG: "fetch,undici,http,net,tls,stream,timer" };
      const { code, output, errors } = await runScript(work, { env }).ended;
      expect({ code, output }).toEqual({ code: 0, output: "" });
      expect(stand.plane.stored).toHaveLength(5);
      expect(stand.plane.finalizeRequests).toHaveLength(5);
      expect(errors).not.toContain(stand.plane.apiKey);
      expect(errors).not.toContain(ORIGINAL);
    }),
  );

  it(
    "that awaits calls in turn makes all of them, even if a slow service delays them",
    withStand(async (stand) => {
      stand.plane.script("ingest", { always: { delayMs: 6_000 } });
      const { code, output } = await runScript(`
        import { GuardedModelClient, memoryDelivery } from "~/src/index.ts";
        const guard = new GuardedModelClient({
          ...${JSON.stringify(stand.plane.clientOptions)},
          guardDeadlineMs: 20_000,
          delivery: memoryDelivery({ maxEvents: 1, whenFull: "wait" }),
        });
        for (let turn = 0; turn < 2; turn += 1) {
          await guard.call({ model: "m", input: "hello", execute: async () => "hi" });
        }
        console.log("all made");
      `).ended;
      expect({ code, output }).toEqual({ code: 0, output: "all made\n" });
    }),
  );

  it(
    "that ends without an available key is held no longer than for an outage",
    withStand(async (stand) => {
      const { clientOptions } = stand.plane;
      const running = runScript(`
        import { GuardedModelClient } from "~/src/index.ts";
        const { apiKey, ...options } = ${JSON.stringify(clientOptions)};
        let asked = 0;
        const guard = new GuardedModelClient({
          ...options,
          guardDeadlineMs: 20_000,
          apiKey: () => (asked++ === 0 ? apiKey : new Promise(() => {})),
        });
        await guard.call({ model: "m", input: "hello", execute: async () => "hi" });
        console.log("called");
      `);
      await running.printed("called");
      const since = performance.now();
      const { code } = await running.ended;
      expect(code).toBe(0);
      expect(performance.now() - since).toBeLessThan(9_000);
    }),
  );

  it(
    "that ends during an outage waits some seconds, not forever",
    withStand(async (stand) => {
      stand.plane.script("ingest", { always: { status: 503 } });
      const running = runScript(script(stand, 'await call(); console.log("called");'));
      await running.printed("called");
      const since = performance.now();
      const { code, errors } = await running.ended;
      expect(code).toBe(0);
      expect(performance.now() - since).toBeLessThan(15_000);
      expect(errors).toMatch(/ends with undelivered events/);
    }),
  );

  it(
    "that gets SIGTERM closes in time and delivers what it can",
    withStand(async (stand) => {
      stand.plane.script("ingest", { always: { delayMs: 20 } });
      const running = runScript(
        script(
          stand,
          `
        process.on("SIGTERM", async () => {
          const stats = await guard.close({ deadlineMs: 30_000 });
          console.log(JSON.stringify(stats));
          const late = await call().catch((error) => error);
          console.log(late.code);
          console.log(JSON.stringify(process.getActiveResourcesInfo()));
          process.exit(0);
        });
        setInterval(() => undefined, 1_000);
        await Promise.all(Array.from({ length: 200 }, call));
        console.log("ready");
      `,
        ),
      );
      await running.printed("ready");
      running.kill("SIGTERM");
      const { code, output } = await running.ended;
      expect(code).toBe(0);
      const [, stats, late, left] = output.trim().split("\n");
      expect(JSON.parse(stats ?? "")).toMatchObject({ created: 200, delivered: 200, pending: 0 });
      expect(stand.plane.stored).toHaveLength(200);
      expect(late).toBe("client_closed");
      // The script's interval and the provider's sockets are not ours; all of ours are gone.
      const resources: string[] = JSON.parse(left ?? "[]");
      expect(resources.filter((name) => name === "Timeout")).toHaveLength(1);
    }),
  );

  it(
    "keeps its own fetch, timers and listeners, whatever is imported and called",
    withStand(async (stand) => {
      const { code, output, errors } = await runScript(`
      const dispatcher = Symbol.for("undici.globalDispatcher.1");
      await fetch("${stand.provider.baseURL}/models");
      const events = ["exit", "beforeExit", "SIGTERM", "SIGINT", "uncaughtException",
        "unhandledRejection", "warning"];
      const look = () => ({
        dispatcher: globalThis[dispatcher],
        fetch: globalThis.fetch,
        listeners: events.map((name) => process.listenerCount(name)).join(),
      });
      const before = look();
      const { GuardedModelClient } = await import("~/src/index.ts");
      await import("~/src/integrations/openai.ts");
      const imported = look();
      const guard = new GuardedModelClient(${JSON.stringify(stand.plane.clientOptions)});
      const constructed = look();
      await guard.call({ model: "m", input: "Hello.", execute: () => "Hi." });
      await guard.flush();
      const used = look();
      await guard.close();
      const closed = look();
      for (const [name, seen] of Object.entries({ imported, constructed, used, closed })) {
        for (const key of Object.keys(before)) {
          if (seen[key] !== before[key]) console.log(name, key, seen[key]);
        }
      }
      console.log(process.getActiveResourcesInfo().filter((name) => name === "Timeout").length);
    `).ended;
      expect({ code, output, errors }).toEqual({ code: 0, output: "0\n", errors: "" });
      expect(stand.plane.stored).toHaveLength(1);
    }),
  );
});
