import { deepEqual } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { GuardedModelClient } from "../client.ts";
import { type LocalDataPlane, startLocalDataPlane } from "../local/local-data-plane.ts";
import { soon } from "./delivery-bench.ts";
import type { FidelityParts, WireAnswer } from "./fidelity-parts.ts";
import { type ProviderScript, ScriptedProvider } from "./scripted-provider.ts";

/** Timeout of everything that happens on this machine, in milliseconds. */
const PATIENCE_MS = 5_000;

/** The default of `endWithinMs`: clients may retry for seconds. */
const END_WITHIN_MS = 30_000;

/** Uses a client as an app would, and returns everything it sees. */
export type Play<Client> = (
  client: Client,
  signal: AbortSignal,
  abort: () => void,
) => Promise<unknown>;

/** A provider, a data plane, and the two clients to compare. */
export class FidelityBench<Client> {
  readonly provider: ScriptedProvider;
  readonly #parts: FidelityParts<Client>;
  readonly #plane: LocalDataPlane;
  readonly #guard: GuardedModelClient;
  #answers: readonly WireAnswer[] = [];
  #script: ProviderScript = {};

  static async open<Client>(parts: FidelityParts<Client>): Promise<FidelityBench<Client>> {
    return new FidelityBench(parts, {
      provider: await ScriptedProvider.open(),
      plane: await startLocalDataPlane({ policy: () => ({ allowed: true }) }),
    });
  }

  private constructor(
    parts: FidelityParts<Client>,
    servers: { readonly provider: ScriptedProvider; readonly plane: LocalDataPlane },
  ) {
    this.#parts = parts;
    this.provider = servers.provider;
    this.#plane = servers.plane;
    this.#guard = new GuardedModelClient(servers.plane.clientOptions);
  }

  /** A new client, guarded. */
  guarded(): Client {
    return this.#parts.guard(this.#parts.open(this.provider.url), this.#guard);
  }

  /** From now on, the guard denies. */
  deny(): void {
    this.#plane.script("guard", { always: { status: 200, body: { allowed: false } } });
  }

  /** Sets the provider's responses, which both clients get from the start. */
  script(answers: readonly WireAnswer[], script: ProviderScript = {}): void {
    this.#answers = answers;
    this.#script = script;
    this.provider.script(answers, script);
  }

  /**
   * @throws AssertionError if an app or the provider could see a difference between the two
   * clients.
   */
  async compare(play: Play<Client>): Promise<void> {
    const bare = await this.#perform(play, this.#parts.open(this.provider.url));
    const guarded = await this.#perform(play, this.guarded());
    deepEqual(guarded, bare);
  }

  /** `work` of an app, or a rejection if it does not end in time. */
  inTime<T>(work: PromiseLike<T>): Promise<T> {
    return soon(work, "the end", this.#parts.endWithinMs ?? END_WITHIN_MS);
  }

  /** The outcomes of the guarded calls in their events, in order. */
  async outcomes(): Promise<unknown[]> {
    await this.#guard.flush({ deadlineMs: PATIENCE_MS });
    return this.#plane.events().map((event) => event.metadata?.outcome);
  }

  /** Resolves when the provider has received a request. */
  async arrived(): Promise<void> {
    await until(() => this.provider.requests.length > 0, "the provider was not asked");
  }

  /** Resolves when the client has disconnected before the provider's response was complete. */
  async hungUp(): Promise<true> {
    await until(() => this.provider.hangUps > 0, "the provider was not hung up on");
    return true;
  }

  async close(): Promise<void> {
    await this.#guard.close({ deadlineMs: PATIENCE_MS });
    await Promise.all([this.provider.close(), this.#plane.close()]);
  }

  async #perform(play: Play<Client>, client: Client): Promise<unknown> {
    const controller = new AbortController();
    this.provider.script(this.#answers, this.#script);
    const seen = await this.inTime(play(client, controller.signal, () => controller.abort()));
    return { seen, requests: [...this.provider.requests] };
  }
}

async function until(condition: () => boolean, otherwise: string): Promise<void> {
  const since = performance.now();
  while (!condition()) {
    if (performance.now() - since > PATIENCE_MS) throw new Error(`${otherwise} in time`);
    await sleep(2);
  }
}
