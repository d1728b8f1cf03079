import { type LocalDataPlane, startLocalDataPlane } from "../local/index.ts";
import { readArguments } from "./arguments.ts";
import { type Command, UsageError } from "./command.ts";
import { devBanner } from "./dev-banner.ts";
import { logLine } from "./dev-log.ts";
import type { Terminal } from "./terminal.ts";

/** Fixed, so that exported variables stay valid after a restart. */
export const DEFAULT_PORT = 4750;

const HELP = `Usage: guarded-model-client dev [options]

Runs the whole data plane on this machine, in memory, and shows what arrives.
Its guard masks personal data and secrets, and denies obvious prompt injection.

Options:
  --port N         port on 127.0.0.1; 0 takes any free one (default ${DEFAULT_PORT})
  --key KEY        API key (default: a random one on every start)
  --system-id ID   id of the AI system, a UUID (default: a random one)
  --help           this text`;

/** `guarded-model-client dev`: runs until SIGINT or SIGTERM. */
export const dev: Command = {
  help: HELP,
  async run(args, terminal) {
    const options = readOptions(args);
    const stopped = stopSignal();
    const plane = await start(options, terminal);
    terminal.print(devBanner(plane, terminal));
    await stopped;
    await plane.close();
    terminal.print("Stopped.");
    return 0;
  },
};

interface DevOptions {
  readonly port: number;
  readonly apiKey: string | undefined;
  readonly systemId: string | undefined;
}

function readOptions(args: readonly string[]): DevOptions {
  const options = {
    port: { type: "string" },
    key: { type: "string" },
    "system-id": { type: "string" },
  } as const;
  const { values } = readArguments("dev", args, { options });
  const { port, key, "system-id": systemId } = values;
  if (port !== undefined && !/^\d{1,5}$/.test(port)) {
    throw new UsageError(`--port takes a number from 0 to 65535, not ${JSON.stringify(port)}.`);
  }
  return { port: port === undefined ? DEFAULT_PORT : Number(port), apiKey: key, systemId };
}

async function start(options: DevOptions, terminal: Terminal): Promise<LocalDataPlane> {
  try {
    return await startLocalDataPlane({
      ...options,
      onAnswer: (request, answer) => {
        const line = logLine(request, answer, terminal);
        if (line !== undefined) terminal.print(line);
      },
    });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(inFlags(error.message));
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${options.port} is taken. Choose another with --port, or 0 for any.`);
  }
}

const FLAGS: Readonly<Record<string, string>> = {
  apiKey: "--key",
  systemId: "--system-id",
  port: "--port",
};

/** An error about an option of {@link startLocalDataPlane}, with the name of the flag instead. */
function inFlags(complaint: string): string {
  return complaint.replace(/^(?:apiKey|systemId|port)\b/, (option) => FLAGS[option] ?? option);
}

// Once each, so that a second signal kills the process if closing hangs.
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
}
