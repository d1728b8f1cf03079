import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { Keyring } from "../../src/delivery/durable-delivery/files/keyring.ts";
import { layoutOf } from "../../src/delivery/durable-delivery/files/layout.ts";
import { listQuarantine } from "../../src/delivery/durable-delivery/outbox/quarantine-files.ts";
import { durableDelivery } from "../../src/delivery/durable-delivery.ts";
import { GuardedModelClient } from "../../src/index.ts";
import { type LocalDataPlane, startLocalDataPlane } from "../../src/local/index.ts";
import { outboxDirectory } from "../support/outboxes/outbox.ts";

it("an outbox with events of another AI system delivers those of its own, and keeps the others in quarantine", async () => {
  await using before = await startLocalDataPlane({ systemId: randomUUID() });
  await using now = await startLocalDataPlane({ systemId: randomUUID() });
  const directory = outboxDirectory();
  const logged: string[] = [];
  const logger = { error: (message: string) => void logged.push(message) };
  const clientOf = ({ clientOptions }: LocalDataPlane) =>
    new GuardedModelClient({ ...clientOptions, logger, delivery: durableDelivery({ directory }) });
  const call = (client: GuardedModelClient) =>
    client.call({ model: "m", input: "Hello.", execute: () => "Hello!" });

  before.script("ingest", { always: { status: 503 } });
  const earlier = clientOf(before);
  for (let i = 0; i < 5; i += 1) await call(earlier);
  // What a slow disk does not confirm within this time is left to the next client as well.
  await earlier.close({ deadlineMs: 500 });

  const client = clientOf(now);
  for (let i = 0; i < 5; i += 1) await call(client);
  await client.flush({ deadlineMs: 20_000 });
  const expected = { delivered: 5, rejected: 5, pending: 0 };
  await expect.poll(() => client.stats()).toMatchObject(expected);
  await client.close();
  expect(logged).toEqual([]);
  const kept = await listQuarantine(layoutOf(directory), new Keyring([]));
  const notes = kept.map(({ note }) => note);
  expect(notes).toHaveLength(5);
  for (const note of notes) expect(note).toMatchObject({ status: 401, fields: ["system_id"] });
});
