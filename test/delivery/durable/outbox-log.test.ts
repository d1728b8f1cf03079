import { expect, it } from "vitest";
import { OutboxLog } from "../../../src/delivery/durable-delivery/outbox/outbox-log.ts";
import { systemClock } from "../../../src/transport/system-clock.ts";

function causeToldOf(code: string, message: string): unknown {
  const told: unknown[] = [];
  const warn = (_message: string, details?: Record<string, unknown>) =>
    void told.push(details?.cause);
  const log = new OutboxLog({ info: () => {}, warn, error: () => {} }, systemClock);
  log.trouble(Object.assign(new Error(message), { code }), false);
  log.end();
  return told[0];
}

// As Node.js says it of the files of a bundle.
it.each([
  [
    "ERR_MODULE_NOT_FOUND (lmdb)",
    "Cannot find package 'lmdb' imported from /srv/ada/dist/store.mjs",
  ],
  ["MODULE_NOT_FOUND (lmdb)", "Cannot find module 'lmdb'\nRequire stack:\n- /srv/ada/main.cjs"],
  ["MODULE_NOT_FOUND (@scope/native-x64)", "Cannot find module '@scope/native-x64'"],
])("an outbox that misses a package names it: %s", (told, message) => {
  expect(causeToldOf(told.replace(/ .*/, ""), message)).toBe(told);
});

it.each([
  "Cannot find module '/srv/ada/dist/store.mjs' imported from /srv/ada/dist/main.mjs",
  "Cannot find module './store.cjs'\nRequire stack:\n- /srv/ada/it's'name'/main.cjs",
  "Cannot find module 'C:\\ada\\store.cjs'",
  "Cannot find module 'file:///srv/ada/store.mjs'",
])("an outbox that misses a file does not log where it should be: %s", (message) => {
  expect(causeToldOf("MODULE_NOT_FOUND", message)).toBe("MODULE_NOT_FOUND");
});
