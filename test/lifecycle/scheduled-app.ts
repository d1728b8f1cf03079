import { setImmediate as turn } from "node:timers/promises";
import type { Scheduler } from "fast-check";
import { expect } from "vitest";
import {
  type DeliveryOutcome,
  GuardedModelClient,
  guardErrorOf,
  guardFetch,
  type Lifecycle,
} from "../../src/index.ts";
import { createMasker } from "../../src/masking/create-masker.ts";
import type { TelemetryEvent } from "../../src/telemetry.ts";
import { completion } from "../support/models/model-answers.ts";
import { AppCall, type AppPlan } from "./app-plan.ts";

const MASKER = createMasker();
/** A machine that is shared may stall. */
const PATIENCE_MS = 30_000;
const OTHER_ID = "6d1f2a4e-9c1b-4e57-8f0e-0a3c5b7d9e11";

/** An app with one client. Whatever takes time is a task of the scheduler. */
export class App {
  readonly calls: readonly AppCall[];
  readonly stored = new Map<string, TelemetryEvent>();
  /** All request bodies that the data plane got. */
  readonly wire: string[] = [];
  readonly recorded: DeliveryOutcome[] = [];
  readonly guard: GuardedModelClient;
  readonly #plan: AppPlan;
  readonly #scheduler: Scheduler;
  readonly #since = performance.now();
  #isClosed = false;
  #ingests = 0;

  constructor(plan: AppPlan, scheduler: Scheduler) {
    this.#plan = plan;
    this.#scheduler = scheduler;
    this.calls = plan.calls.map((each, index) => new AppCall(each, index));
    this.guard = new GuardedModelClient({
      baseURL: "https://plane.example",
      apiKey: ["sk", "live", "0123456789"].join("_"),
      fetch: (url, init) => this.#serve(String(url), String(init?.body)),
      logger: {},
      ...(plan.masks ? { masker: MASKER, restoreOutput: true } : {}),
    });
  }

  /** Makes all calls. Resolves when each has ended. */
  async use(): Promise<void> {
    const works = this.calls.map((call) => this.#make(call));
    if (this.#plan.records) works.push(this.#record());
    if (this.#plan.closes) works.push(this.#close());
    let isOver = false;
    const all = Promise.all(works).then(() => {
      isOver = true;
    });
    while (!isOver) await this.#step();
    await all;
  }

  /** Delivers what is pending, and closes. */
  async leave(): Promise<void> {
    for (const { abort } of this.calls) abort.abort(new Error("the app ends"));
    do {
      // A flush ends the waits before retries.
      await this.guard.flush({ deadlineMs: 0 });
      while (await this.#step());
    } while (this.guard.stats().pending > 0);
    await this.guard.close();
  }

  /** Performs one task, if there is any. */
  async #step(): Promise<boolean> {
    if (performance.now() - this.#since > PATIENCE_MS)
      throw new Error("it does not come to an end");
    // Events are sent one turn after what caused them.
    await turn();
    await turn();
    const isAny = this.#scheduler.count() > 0;
    if (isAny) await this.#scheduler.waitNext(1);
    return isAny;
  }

  #task(label: string): Promise<void> {
    return this.#scheduler.schedule(Promise.resolve(), label);
  }

  /** The data plane. */
  async #serve(url: string, body: string): Promise<Response> {
    this.wire.push(body);
    const given = JSON.parse(body);
    if (url.endsWith("/guard")) return this.#judge(given);
    if (url.endsWith("/finalize")) {
      expect([...this.stored.keys()]).toContain(given.client_event_id);
      await this.#task("finalize");
      return Response.json({ success: true, ...given });
    }
    const isLost = this.#plan.lost[this.#ingests] === true;
    this.#ingests += 1;
    await this.#task("ingest");
    const isKnown = this.stored.has(given.event_id);
    if (!isKnown) this.stored.set(given.event_id, given);
    if (isLost) throw new TypeError("the connection was lost");
    if (!isKnown) return Response.json({ success: true, event_id: given.event_id });
    return Response.json({ error: "conflict", reason: "replay_detected" }, { status: 409 });
  }

  async #judge(given: { input: string; client_event_id: string }): Promise<Response> {
    await this.#task("guard");
    const { input, client_event_id } = given;
    const call = this.calls.find(({ lifecycle }) => lifecycle?.clientEventId === client_event_id);
    if (call === undefined) return expect.fail("the guard is asked about no call");
    switch (call.plan.verdict) {
      case "allow":
        call.approved = input;
        return Response.json({ allowed: true, client_event_id });
      case "rewrite":
        call.approved = `${input} (checked)`;
        return Response.json({ allowed: true, transformed_input: call.approved });
      case "deny":
        return Response.json({ allowed: false, reason: input });
      case "another id":
        return Response.json({ allowed: true, client_event_id: OTHER_ID });
      default:
        return Response.json({ allowed: "true" });
    }
  }

  async #make(call: AppCall): Promise<void> {
    const { kind, aborts, provider } = call.plan;
    await this.#task(`begin a ${kind}`);
    if (aborts || provider === "hangs") {
      void this.#task("abort").then(() => call.abort.abort(new Error("the user left")));
    }
    const onLifecycle = (lifecycle: Lifecycle): void => {
      call.lifecycle = lifecycle;
    };
    try {
      call.end = { text: await this.guard.withContext({ onLifecycle }, () => this.#ask(call)) };
    } catch (error) {
      call.end = { error };
    }
  }

  #ask(call: AppCall): Promise<string> {
    if (call.plan.kind === "fetch") return this.#fetch(call);
    return call.plan.kind === "stream" ? this.#stream(call) : this.#call(call);
  }

  async #call(call: AppCall): Promise<string> {
    const { output } = await this.guard.call({
      model: "m-1",
      input: call.prompt,
      signal: call.abort.signal,
      execute: async ({ input }) => {
        await this.#answer(call, input);
        return `echo ${input}`;
      },
    });
    return output;
  }

  async #stream(call: AppCall): Promise<string> {
    const stream = await this.guard.stream({
      model: "m-1",
      input: call.prompt,
      signal: call.abort.signal,
      execute: ({ input }) => this.#chunks(call, input),
    });
    let text = "";
    if (call.plan.reads === "nothing") return text;
    for await (const chunk of stream) {
      text += chunk;
      if (call.plan.reads === "one chunk") break;
    }
    return text;
  }

  #chunks(call: AppCall, input: string): AsyncIterable<string> {
    const first = this.#answer(call, input);
    first.catch(() => undefined);
    const task = () => this.#task("chunk");
    return (async function* () {
      yield "echo ";
      await first;
      for (const word of input.split(/(?=[ @[])/)) {
        yield word;
        await task();
      }
    })();
  }

  async #fetch(call: AppCall): Promise<string> {
    const base: typeof fetch = async (_, init) => {
      const [{ content }] = JSON.parse(String(init?.body)).messages;
      await abortable(this.#answer(call, content), init?.signal);
      return Response.json(completion({ content: `echo ${content}` }));
    };
    const response = await guardFetch(base, this.guard)("https://llm.example/v1/chat/completions", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "m-1", messages: [{ role: "user", content: call.prompt }] }),
      signal: call.abort.signal,
    });
    const answer = (await response.json()) as ReturnType<typeof completion>;
    if (!response.ok) throw guardErrorOf(response);
    return (answer.choices as [{ message: { content: string } }])[0].message.content;
  }

  async #record(): Promise<void> {
    await this.#task("record");
    const event = {
      eventType: "human_override",
      input: "approved",
      output: "",
      model: "m-1",
    } as const;
    this.guard.record(event).then(
      (outcome) => this.recorded.push(outcome),
      (error) => expect(error).toMatchObject({ code: "client_closed" }),
    );
  }

  async #close(): Promise<void> {
    await this.#task("close");
    await this.guard.close({ deadlineMs: 0 });
    this.#isClosed = true;
  }

  /** The provider: gets a text and answers, fails or hangs. */
  #answer(call: AppCall, text: string): Promise<void> {
    expect([call.end, call.abort.signal.aborted, this.#isClosed]).toEqual([
      undefined,
      false,
      false,
    ]);
    call.sent.push(text);
    if (call.plan.provider === "hangs") return new Promise(() => undefined);
    return this.#task("answer").then(() => {
      if (call.plan.provider === "fails") throw call.failure;
    });
  }
}

/** `work`, or the reason of an abort that comes first. */
function abortable(work: Promise<void>, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
    const settled = () => signal?.removeEventListener("abort", stop);
    work.then(resolve, reject).finally(settled);
  });
}
