import { get as getPlain, type IncomingMessage } from "node:http";
import { get as getSecurely } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { joinSignals } from "../base/join-signals.ts";
import { parseJson } from "../base/parse-json.ts";
import { FEED_PATH, type FeedRow } from "../local/console/lifecycle-feed.ts";
import { readArguments } from "./arguments.ts";
import { type Command, UsageError } from "./command.ts";
import { DEFAULT_PORT } from "./dev.ts";
import { type Colour, jsonLine, printable, type Terminal } from "./terminal.ts";

/** Polling interval in milliseconds: fast enough for a person, cheap for the data plane. */
const INTERVAL_MS = 500;

/** Timeout of a poll in milliseconds. */
const PATIENCE_MS = 5_000;

/** Number of earlier lifecycles that are shown at the start. */
const SHOWN_BEFORE = 10;

const HELP = `Usage: guarded-model-client tail [options]

Follows the lifecycles of a local data plane, one of "dev" or of a test: a line
for each, and another whenever it goes on. Shows no texts. Goes on with the next
one when a data plane ends, on the same port. Ctrl+C ends it.

Options:
  --url URL  where it is (default: GUARD_BASE_URL, else port ${DEFAULT_PORT} here)
  --json     one JSON object a line
  --help     this text`;

/** `guarded-model-client tail`: runs until SIGINT or SIGTERM. Only the first poll must succeed. */
export const tail: Command = {
  help: HELP,
  async run(args, terminal) {
    const { url, json } = readOptions(args);
    const stopped = stopSignal();
    const show = json ? (row: FeedRow) => jsonLine(row) : (row: FeedRow) => line(row, terminal);
    try {
      const rows = await look(url, stopped);
      if (rows === undefined) throw new Error(unreachableText(url));
      await follow(rows, {
        next: () => nextLook(url, terminal, stopped),
        tell: (row) => terminal.print(show(row)),
      });
    } catch (error) {
      // An aborted poll has nothing to report.
      if (!stopped.aborted) throw error;
    }
    return 0;
  },
};

async function follow(
  first: readonly FeedRow[],
  feed: {
    readonly next: () => Promise<readonly FeedRow[]>;
    readonly tell: (row: FeedRow) => void;
  },
): Promise<never> {
  let known = told(first.slice(0, -SHOWN_BEFORE));
  for (let rows = first; ; rows = await feed.next()) {
    for (const row of rows) {
      if (known.get(row.clientEventId) !== JSON.stringify(row)) feed.tell(row);
    }
    known = told(rows);
  }
}

function told(rows: readonly FeedRow[]): ReadonlyMap<string, string> {
  return new Map(rows.map((row) => [row.clientEventId, JSON.stringify(row)]));
}

/**
 * Polls after the interval, and keeps polling while nobody answers: local data planes are
 * restarted.
 */
async function nextLook(
  url: URL,
  terminal: Terminal,
  stopped: AbortSignal,
): Promise<readonly FeedRow[]> {
  for (let isToldOf = false; ; isToldOf = true) {
    await wait(INTERVAL_MS, undefined, { signal: stopped });
    const rows = await look(url, stopped);
    if (rows !== undefined) return rows;
    stopped.throwIfAborted();
    if (!isToldOf) terminal.complain(`${unreachableText(url)} Waiting for it to come back.`);
  }
}

/** Undefined if nobody answers. */
async function look(url: URL, stopped: AbortSignal): Promise<readonly FeedRow[] | undefined> {
  const signal = joinSignals(stopped, AbortSignal.timeout(PATIENCE_MS));
  const answer = await ask(url, signal).catch(() => undefined);
  if (answer === undefined) return undefined;
  const { lifecycles: rows } = Object(answer.isGood && parseJson(answer.text));
  if (Array.isArray(rows) && rows.every(isFeedRow)) return rows;
  throw new Error(`${url.origin} is no local data plane: start one with guarded-model-client dev.`);
}

/** Without `fetch`, which refuses ports of a list of its own (10080) where `dev` can listen. */
async function ask(url: URL, signal: AbortSignal | undefined) {
  const get = url.protocol === "https:" ? getSecurely : getPlain;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { signal }, resolve).on("error", reject);
  });
  return { isGood: response.statusCode === 200, text: await text(response) };
}

function unreachableText(url: URL): string {
  return `Nobody answers at ${url.origin}.`;
}

function isFeedRow(row: unknown): row is FeedRow {
  const { clientEventId, state } = (row ?? {}) as Partial<FeedRow>;
  return typeof clientEventId === "string" && state !== undefined && Object.hasOwn(COLOURS, state);
}

const COLOURS: Readonly<Record<FeedRow["state"], Colour>> = {
  guarded: "odd",
  denied: "bad",
  ingested: "odd",
  finalized: "good",
};

/** One line of at most the terminal's width: id, state, outcome, model and a remark. */
function line(row: FeedRow, { paint, columns }: Terminal): string {
  const id = printable(row.clientEventId.slice(0, 8), 8).padEnd(8);
  const state = row.state.padEnd(9);
  const remark = [
    row.model ?? "",
    row.outcome === "complete" ? undefined : row.outcome,
    row.rewritten ? "rewritten" : undefined,
    row.reason,
    row.sdkIngestMs === null ? undefined : `ingest took ${row.sdkIngestMs} ms`,
  ].filter((part) => part !== undefined && part !== null);
  const room = columns - id.length - state.length - 4;
  return `${paint("quiet", id)}  ${paint(COLOURS[row.state], state)}  ${printable(remark.join("  "), room)}`;
}

interface TailOptions {
  readonly url: URL;
  readonly json: boolean;
}

function readOptions(args: readonly string[]): TailOptions {
  const options = { url: { type: "string" }, json: { type: "boolean" } } as const;
  const { url, json = false } = readArguments("tail", args, { options }).values;
  const given = url ?? process.env.GUARD_BASE_URL ?? "";
  const base = given === "" ? `http://127.0.0.1:${DEFAULT_PORT}` : given;
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol)) {
    throw new UsageError("--url, or else GUARD_BASE_URL, must be an http: or https: URL.");
  }
  return { url: new URL(FEED_PATH, base), json };
}

function stopSignal(): AbortSignal {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  return stop.signal;
}
