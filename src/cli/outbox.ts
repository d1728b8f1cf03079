import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { assertPrivate } from "../delivery/durable-delivery/files/directory.ts";
import type { Keyring } from "../delivery/durable-delivery/files/keyring.ts";
import { type Layout, layoutOf } from "../delivery/durable-delivery/files/layout.ts";
import { readKeyring } from "../delivery/durable-delivery/options.ts";
import {
  type KeptRecord,
  listQuarantine,
  release,
} from "../delivery/durable-delivery/outbox/quarantine-files.ts";
import { survey } from "../delivery/durable-delivery/recovery/survey.ts";
import { readArguments } from "./arguments.ts";
import { type Command, UsageError } from "./command.ts";
import { exportLine, quarantineRow, surveyJson, surveyLines } from "./outbox-text.ts";
import type { Terminal } from "./terminal.ts";

const HELP = `Usage: guarded-model-client outbox ACTION --directory DIR [options] [ID...]

Looks into the outbox of durableDelivery. Processes may be using it meanwhile.

Actions:
  list     what waits, and the events in quarantine with reason and age
  retry    has quarantined events sent again by the processes that use the
           outbox, or by the next one that starts
  export   quarantined events as JSON, one a line

Options:
  --directory DIR  the option directory of durableDelivery
  --json           list: one line of JSON, for scripts; without texts
  --all            retry: all of them, instead of the IDs (or beginnings of IDs)
  --full           export: texts as they are kept; otherwise masked and cut
  --help           this text

Encrypted records are opened with the keys in GUARD_OUTBOX_KEY.`;

/** `guarded-model-client outbox`: inspects what `durableDelivery` stores on this machine. */
export const outbox: Command = {
  help: HELP,
  async run(args, terminal) {
    const { action, ...request } = readRequest(args);
    const keyring = readKeyring(undefined, process.env);
    return action({ ...request, keyring }, terminal);
  },
};

interface Request {
  readonly layout: Layout;
  readonly ids: readonly string[];
  readonly all: boolean;
  readonly full: boolean;
  readonly json: boolean;
}

type Action = (
  request: Request & { readonly keyring: Keyring },
  terminal: Terminal,
) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = {
  async list({ layout, keyring, json }, terminal) {
    const found = await survey(layout, keyring);
    const kept = await listQuarantine(layout, keyring);
    if (json) {
      terminal.print(surveyJson(found, kept));
      return 0;
    }
    for (const line of surveyLines(found, kept.length, Date.now())) terminal.print(line);
    for (const record of kept) terminal.print(quarantineRow(record, terminal, Date.now()));
    return 0;
  },

  async retry({ layout, keyring, ids, all }, terminal) {
    if (all && ids.length > 0) throw new UsageError("Name events to retry, or --all, not both.");
    // An empty ID, from an unset variable, is the beginning of every one.
    if (!all && (ids.length === 0 || ids.includes("")))
      throw new UsageError("Name events to retry, or --all.");
    const kept = await listQuarantine(layout, keyring);
    const chosen = all ? kept : ids.map((id) => theOne(kept, id));
    let moved = 0;
    for (const record of chosen) moved += (await release(layout, record)) ? 1 : 0;
    const count = `${moved} ${moved === 1 ? "event is" : "events are"}`;
    terminal.print(`${count} sent again by the processes that use this outbox, or the next one.`);
    return 0;
  },

  async export({ layout, keyring, full }, terminal) {
    for (const record of await listQuarantine(layout, keyring)) {
      terminal.print(exportLine(record, full));
    }
    return 0;
  },
};

function theOne(kept: readonly KeptRecord[], id: string): KeptRecord {
  const matches = kept.filter(({ note }) => note.eventId.startsWith(id));
  const [match] = matches;
  if (match === undefined) throw new UsageError(`No event in quarantine begins with ${id}.`);
  if (matches.length > 1) throw new UsageError(`Several events in quarantine begin with ${id}.`);
  return match;
}

function readRequest(args: readonly string[]): Request & { readonly action: Action } {
  const { values, positionals } = readOptions(args);
  const [name = "", ...ids] = positionals;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) {
    throw new UsageError(`The actions of outbox are ${Object.keys(ACTIONS).join(", ")}.`);
  }
  // Only the named events must be affected, not all of them.
  if (ids.length > 0 && name !== "retry")
    throw new UsageError("Only retry takes the IDs of events.");
  for (const [flag, owner] of Object.entries(FLAGS)) {
    if (flag in values && owner !== name) throw new UsageError(`Only ${owner} has --${flag}.`);
  }
  // An unset variable must not select the current directory.
  if (!values.directory) throw new UsageError("outbox needs --directory DIR.");
  const directory = resolve(values.directory);
  if (!existsSync(directory)) throw new UsageError("There is no such directory.");
  assertPrivate(directory);
  const { all = false, full = false, json = false } = values;
  return { action, layout: layoutOf(directory), ids, all, full, json };
}

/** The action that each flag belongs to: a flag without effect would look as if it had one. */
const FLAGS: Readonly<Record<string, string>> = { all: "retry", full: "export", json: "list" };

function readOptions(args: readonly string[]) {
  const options = {
    directory: { type: "string" },
    all: { type: "boolean" },
    full: { type: "boolean" },
    json: { type: "boolean" },
  } as const;
  return readArguments("outbox", args, { options, allowPositionals: true });
}
