import { afterEach, beforeEach } from "vitest";
import {
  DataPlaneClient,
  type DataPlaneClientOptions,
} from "../../src/data-plane/by-hand/data-plane-client.ts";
import { DataPlane } from "../../src/data-plane/data-plane.ts";
import type { DataPlaneSettings } from "../../src/data-plane/data-plane-settings.ts";
import { systemClock } from "../../src/transport/system-clock.ts";
import { startHttp, type TestServer } from "../transport/test-server.ts";
import { liveKey } from "./keys.ts";

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

interface Scripted {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Never answers the request. */
  readonly hang?: boolean;
}

export const SYSTEM = "0f0e0d0c-0b0a-4908-8706-050403020100";

/** Starts an HTTP server for each test of the file, whose answers the test sets. */
export function useScriptedService(): ScriptedService {
  const service = new ScriptedService();
  beforeEach(() => service.start());
  afterEach(() => service.close());
  return service;
}

class ScriptedService {
  /** The requests so far, in order. */
  received: Received[] = [];
  /** For each path: its answer to the request with this number, counted from 1. */
  script: Record<string, (nth: number) => Scripted> = {};
  readonly #opened: { close(): Promise<void> }[] = [];
  #server: TestServer | undefined;

  get server(): TestServer {
    if (this.#server === undefined) throw new Error("It runs only during a test.");
    return this.#server;
  }

  async start(): Promise<void> {
    this.received = [];
    const counts: Record<string, number> = {};
    this.script = {
      "/api/v1/guard": () => ({ body: { allowed: true } }),
      "/api/v1/agent/config": () => ({ body: { mode: "strict" } }),
      "/api/v1/ingest": () => ({ body: { success: true } }),
      "/api/v1/ingest/finalize": () => ({ body: { success: true } }),
    };
    this.#server = await startHttp((request, response) => {
      const path = request.url ?? "";
      let text = "";
      request.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      request.on("end", () => {
        this.received.push({ path, headers: request.headers, body: text && JSON.parse(text) });
        counts[path] = (counts[path] ?? 0) + 1;
        const answer = this.script[path]?.(counts[path]) ?? { status: 404 };
        if (answer.hang) return;
        response.writeHead(answer.status ?? 200, answer.headers);
        response.end(JSON.stringify(answer.body ?? {}));
      });
    });
    this.closeLater(this.#server);
  }

  async close(): Promise<void> {
    for (const each of this.#opened.splice(0).reverse()) await each.close();
  }

  /** Closes it after the test; what was opened last, first. */
  closeLater(opened: { close(): Promise<void> }): void {
    this.#opened.push(opened);
  }

  client(options: DataPlaneClientOptions = {}): DataPlaneClient {
    const settings = { baseURL: this.server.url.href, apiKey: liveKey, guardDeadlineMs: 30_000 };
    const made = new DataPlaneClient({ ...settings, ...options });
    this.closeLater(made);
    return made;
  }

  plane(settings: Partial<DataPlaneSettings> = {}): DataPlane {
    const made = new DataPlane(
      {
        baseURL: this.server.url.href,
        apiKey: liveKey,
        systemId: SYSTEM,
        authHeader: "x-service-api-key",
        allowInsecureHttp: false,
        guardDeadlineMs: 30_000,
        agentConfig: undefined,
        fetch: undefined,
        dispatcher: undefined,
        ...settings,
      },
      { clock: systemClock, random: Math.random },
    );
    this.closeLater(made);
    return made;
  }

  paths(): string[] {
    return this.received.map(({ path }) => path);
  }
}
