import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, it } from "vitest";
import { durableDelivery } from "../../../src/delivery/durable-delivery.ts";
import { deliveryContract } from "../../../src/testing/index.ts";

const parent = mkdtempSync(join(tmpdir(), "outbox-contract-"));
let made = 0;

afterAll(() => rmSync(parent, { recursive: true, force: true }));

for (const fsync of [true, false]) {
  // Concurrent, since most of them only wait.
  describe.concurrent(`durable delivery with fsync: ${fsync} keeps the contract: it`, () => {
    const make = () => {
      made += 1;
      return durableDelivery({ directory: join(parent, String(made)), fsync });
    };
    for (const { title, run } of deliveryContract(make)) it(title, run);
  });
}
