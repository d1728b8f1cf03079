import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Endpoint, Script } from "../../../src/local/index.ts";
import type { FaultPlan, PlaneOrder, PlaneReply, PlaneReport, PlaneSetup } from "./plane-orders.ts";

/** A strict data plane in another process. */
export interface Plane {
  readonly clientOptions: NonNullable<PlaneReply["clientOptions"]>;
  faults(plan: FaultPlan): Promise<void>;
  script(endpoint: Endpoint, script: Script): Promise<void>;
  clock(offsetMs: number): Promise<void>;
  /** Refuses connections from now on. */
  disconnect(): Promise<void>;
  reconnect(): Promise<void>;
  /** Refuses connections for `forMs` every `everyMs`, until the returned function is called. */
  flicker(pace: { readonly everyMs: number; readonly forMs: number }): () => Promise<void>;
  report(): Promise<PlaneReport>;
  close(): void;
}

/** Starts a data plane in its own process, so that its costs are not measured as the client's. */
export async function openPlane(setup: PlaneSetup = {}): Promise<Plane> {
  const path = fileURLToPath(new URL("./plane-process.ts", import.meta.url));
  const child = fork(path, { execArgv: ["--import", "tsx"] });
  let last: Promise<unknown> = Promise.resolve();
  // One order at a time, so that the next message is its reply.
  const tell = (order: PlaneOrder): Promise<PlaneReply> => {
    const reply = last.then(() => ask(child, order));
    last = reply.catch(() => undefined);
    return reply;
  };
  const { clientOptions } = await tell({ do: "start", setup });
  if (clientOptions === undefined) throw new Error("the plane told no address");
  const plane: Plane = {
    clientOptions,
    faults: async (plan) => void (await tell({ do: "faults", plan })),
    script: async (endpoint, script) => void (await tell({ do: "script", endpoint, script })),
    clock: async (offsetMs) => void (await tell({ do: "clock", offsetMs })),
    disconnect: async () => void (await tell({ do: "disconnect" })),
    reconnect: async () => void (await tell({ do: "reconnect" })),
    flicker: (pace) => flicker(plane, pace),
    report: async () => {
      const { report } = await tell({ do: "report" });
      if (report === undefined) throw new Error("the plane told nothing");
      return report;
    },
    close: () => child.disconnect(),
  };
  return plane;
}

/** Sends an order and waits for its reply; rejects if the child ends instead. */
function ask(child: ChildProcess, order: PlaneOrder): Promise<PlaneReply> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the data plane ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      const reply = message as PlaneReply;
      if (reply.error === undefined) resolve(reply);
      else reject(new Error(reply.error));
    });
    child.send(order);
  });
}

function flicker(
  plane: Plane,
  { everyMs, forMs }: { readonly everyMs: number; readonly forMs: number },
): () => Promise<void> {
  const ending = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal }).catch(() => {});
  const loop = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await pause(everyMs);
      if (ending.signal.aborted) return;
      await plane.disconnect();
      await pause(forMs);
      await plane.reconnect();
    }
  };
  const looping = loop();
  return () => {
    ending.abort();
    return looping;
  };
}
