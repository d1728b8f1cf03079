import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DeliveryCounters } from "../../../src/types.ts";
import type { FleetNews, FleetOrder, FleetSetup } from "./fleet-orders.ts";

const PATH = fileURLToPath(new URL("./fleet-process.ts", import.meta.url));

/** Maximum time for the fleet to close, in milliseconds. */
const CLOSE_MS = 60_000;

/** Maximum time that a kill waits for a call to be with its provider, in milliseconds. */
const MEETING_MS = 2_000;

/** More calls than in any run, so that calls of a restarted producer have new numbers. */
const NUMBERS_A_LIFE = 100_000_000;

/** A position in the fleet: its process, and the next one after that is killed. */
interface Post {
  readonly role: "producer" | "worker";
  readonly begin: (lastCall: number | undefined) => FleetOrder | undefined;
  child: ChildProcess | undefined;
  lastCall: number | undefined;
}

/** Producers and workers in their own processes, and what they have reported so far. */
export class Fleet {
  readonly provided = new Set<string>();
  /** Call numbers by event id, of calls whose app has the answer. */
  readonly answered = new Map<string, number>();
  /** Counters of processes that closed properly. */
  readonly closed: DeliveryCounters[] = [];
  readonly kills = { producer: 0, worker: 0 };
  refused = 0;
  /** Processes that did not end when they were told to. */
  stuck = 0;
  readonly #posts: Post[] = [];

  addProducer(setup: FleetSetup, { first, count }: { first: number; count: number }): void {
    let lives = 0;
    this.#start({
      role: "producer",
      child: undefined,
      lastCall: undefined,
      begin: (lastCall) => {
        const next = lastCall === undefined ? first : (lastCall % NUMBERS_A_LIFE) + 1;
        const left = first + count - next;
        // Its running calls died with it; the next process makes others, with new numbers.
        const numbers = { first: lives * NUMBERS_A_LIFE + next, count: left };
        lives += 1;
        return left > 0 ? { produce: { ...setup, ...numbers } } : undefined;
      },
    });
  }

  addWorker(setup: FleetSetup): void {
    const begin = () => ({ work: setup });
    this.#start({ role: "worker", child: undefined, lastCall: undefined, begin });
  }

  /**
   * Kills a random process of a role and replaces it. A producer is killed while one of its calls
   * is with the provider, or the kill would leave nothing unfinished.
   */
  async killOne(role: Post["role"], random: () => number): Promise<void> {
    const alive = this.#posts.filter((post) => post.role === role && post.child !== undefined);
    const post = alive[Math.floor(random() * alive.length)];
    const child = post?.child;
    if (post === undefined || child === undefined) return;
    const gone = new Promise((resolve) => child.once("close", resolve));
    if (role === "producer") await Promise.race([gone, this.#providing(child)]);
    child.kill("SIGKILL");
    await gone;
    this.kills[post.role] += 1;
    this.#start(post, true);
  }

  /** Resolves when the next call of a producer has reached its provider, or after a short time. */
  #providing(child: ChildProcess): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(end, MEETING_MS);
      const listen = (news: unknown): void => {
        if ("provided" in (news as FleetNews)) end();
      };
      function end(): void {
        clearTimeout(timer);
        child.off("message", listen);
        resolve();
      }
      child.on("message", listen);
    });
  }

  producing(): boolean {
    return this.#posts.some(({ role, child }) => role === "producer" && child !== undefined);
  }

  /** Closes the workers properly. */
  async close(): Promise<void> {
    const children = this.#posts.map(({ child }) => child).filter((child) => child !== undefined);
    const gone = children.map((child) => new Promise((resolve) => child.once("close", resolve)));
    for (const child of children) child.send({ close: true } satisfies FleetOrder);
    const timer = setTimeout(() => {
      const left = children.filter(({ exitCode, signalCode }) => exitCode === signalCode);
      this.stuck = left.length;
      for (const child of left) child.kill("SIGKILL");
    }, CLOSE_MS);
    await Promise.all(gone);
    clearTimeout(timer);
  }

  #start(post: Post, again = false): void {
    if (!again) this.#posts.push(post);
    const order = post.begin(post.lastCall);
    post.child = undefined;
    if (order === undefined) return;
    const child = fork(PATH, { execArgv: ["--import", "tsx"] });
    post.child = child;
    child.on("message", (news) => this.#hear(post, news as FleetNews));
    child.once("close", () => {
      if (post.child === child) post.child = undefined;
    });
    child.send(order);
  }

  #hear(post: Post, news: FleetNews): void {
    if ("provided" in news) this.provided.add(news.provided);
    else if ("closed" in news) this.closed.push(news.closed);
    else if ("refused" in news) this.refused += 1;
    else if ("answered" in news) {
      this.answered.set(news.answered, news.call);
      post.lastCall = Math.max(post.lastCall ?? 0, news.call);
    }
  }
}
