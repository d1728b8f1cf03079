import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A Redis server for one test file, on a free local port. */
export interface RedisServer {
  readonly connection: { readonly host: string; readonly port: number };
  /** Kills it like a crash; saved data remains. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with all its data. */
  restart(): Promise<void>;
  /** Suspends the process, without breaking connections. */
  freeze(): void;
  thaw(): void;
  /** Every command that was ever written, as stored on disk. */
  written(): string;
  close(): Promise<void>;
}

/** Starts a server that writes every command to disk before it responds. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "redis-"));
  const port = await freePort();
  let child = await run(port, folder);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  return {
    connection: { host: "127.0.0.1", port },
    kill,
    restart: async () => {
      child = await run(port, folder);
    },
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    written: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
        .join("\n"),
    close: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(port: number, folder: string): Promise<ChildProcess> {
  const options = [
    ...["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""],
    ...["--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction"],
  ];
  const child = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"] });
  const ready = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`redis-server ended with ${code}`)));
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-2_000);
      if (said.includes("Ready to accept connections")) resolve();
    });
  });
  await ready;
  child.removeAllListeners("exit");
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
