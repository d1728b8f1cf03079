import { describe, expect, it } from "vitest";
import { LIBRARIES, PROGRAMS } from "../../tsup.config.ts";
import { checkImports } from "./check-imports.ts";
import { readImports } from "./read-imports.ts";
import { readSources } from "./source-files.ts";

const sources = readSources();

/** The existing entry points, relative to `src`. */
const entries = Object.values({ ...LIBRARIES, ...PROGRAMS }).map((path) =>
  path.replace(/^src\//, ""),
);

function check(files: Readonly<Record<string, string>>, ran: readonly string[] = []): string[] {
  return checkImports(new Map(Object.entries(files)), ran);
}

describe("the allowed directions of imports", () => {
  // Parsing hundreds of files takes much longer on a busy machine.
  it("are respected by all sources, including types and dynamic imports", {
    timeout: 120_000,
  }, () => {
    expect(sources.size).toBeGreaterThan(0);
    expect(checkImports(sources, entries)).toEqual([]);
  });

  it("allow a chain from the client through the lifecycle to the transport", () => {
    const files = {
      "types.ts": "export type T = 1;",
      "errors.ts": 'import type { T } from "./types.ts"; export const e: T = 1;',
      "contract/a.ts": 'import { z } from "zod"; export const a = z;',
      "transport/a.ts": 'import { createServer } from "node:http"; export const a = createServer;',
      "data-plane/a.ts": 'export { a } from "../transport/a.ts"; export * from "../contract/a.ts";',
      "lifecycle/a.ts":
        'import { a } from "../data-plane/a.ts"; import "../errors.ts"; export { a };',
      "client.ts": 'import { a } from "./lifecycle/a.ts"; export { a };',
      "integrations/openai.ts": 'import type X from "openai"; export { a } from "../client.ts";',
      "cli/main.ts": 'export { a } from "../integrations/openai.ts";',
    };
    expect(check(files, ["client.ts", "integrations/openai.ts"])).toEqual([]);
  });
});

describe("the import checker", () => {
  const upward: readonly (readonly [string, string, string])[] = [
    ["a base file that knows a room", "types.ts", "./contract/x.ts"],
    ["a contract that knows the transport", "contract/a.ts", "../transport/x.ts"],
    ["a transport that knows the data plane", "transport/a.ts", "../data-plane/x.ts"],
    ["a delivery that knows the data plane", "delivery/a.ts", "../data-plane/x.ts"],
    ["a data plane that knows delivery", "data-plane/a.ts", "../delivery/x.ts"],
    ["a masking room that reaches the transport", "masking/a.ts", "../transport/x.ts"],
    ["a codec that reaches the transport", "providers/openai-chat/a.ts", "../../transport/x.ts"],
    ["a lifecycle that knows the client", "lifecycle/a.ts", "../client.ts"],
    ["a lifecycle that knows an integration", "lifecycle/a.ts", "../integrations/x.ts"],
    ["a client that knows an integration", "client.ts", "./integrations/x.ts"],
    ["a client that knows the local data plane", "client.ts", "./local/x.ts"],
    ["a surface that gives out the local data plane", "index.ts", "./local/x.ts"],
    ["an integration that delivers by itself", "integrations/a.ts", "../delivery/x.ts"],
    ["a local data plane that knows the client", "local/a.ts", "../client.ts"],
    ["a local data plane that shares more than detectors", "local/a.ts", "../masking/vault.ts"],
    ["anything that knows the programs", "testing/a.ts", "../cli/x.ts"],
  ];

  for (const [what, from, specifier] of upward) {
    for (const write of [
      (s: string) => `import { x } from "${s}"; export { x };`,
      (s: string) => `import type { X } from "${s}"; export type Y = X;`,
      (s: string) => `export * from "${s}";`,
      (s: string) => `export type { X } from "${s}";`,
      (s: string) => `export const x = () => import("${s}");`,
      (s: string) => `export type X = import("${s}").X;`,
    ]) {
      const text = write(specifier);
      it(`sees ${what}: ${text}`, () => {
        const target = new URL(specifier, `file:///${from}`).pathname.slice(1);
        const found = check({ [from]: text, [target]: "export const x = 1;" });
        expect(found).toHaveLength(1);
        expect(found[0]).toContain(`${from}:1`);
      });
    }
  }

  it("allows the local data plane to use detectors and the contract", () => {
    const files = {
      "local/a.ts":
        'export * from "../masking/detectors/email.ts"; export * from "../contract/a.ts";',
      "masking/detectors/email.ts": "export const x = 1;",
      "contract/a.ts": "export const y = 1;",
    };
    expect(check(files)).toEqual([]);
  });

  it.each([
    ["masking/a.ts", "node:fs"],
    ["providers/a.ts", "node:net"],
    ["contract/a.ts", "node:http"],
    ["lifecycle/a.ts", "node:http"],
    ["lifecycle/a.ts", "undici"],
    ["lifecycle/a.ts", "openai"],
    ["data-plane/a.ts", "undici"],
    ["transport/fetch-transport.ts", "undici/lib/dispatcher/pool.js"],
    ["client.ts", "openai/resources/chat"],
    ["integrations/anthropic.ts", "openai"],
    ["integrations/openai-helpers.ts", "openai"],
    ["delivery/memory-delivery.ts", "lmdb"],
    ["client.ts", "left-pad"],
  ])("reports that %s imports %s", (file, specifier) => {
    expect(
      check({ [file]: `import type { X } from "${specifier}"; export type Y = X;` }),
    ).toHaveLength(1);
    expect(check({ [file]: `export const x = () => import("${specifier}");` })).toHaveLength(1);
  });

  it("allows an entry point to import only its own optional peer", () => {
    const text = 'import { x } from "openai"; export { x };';
    expect(check({ "integrations/openai.ts": text })).toEqual([]);
    expect(check({ "integrations/openai/hooks.ts": text })).toEqual([]);
  });

  it("reports an optional peer that another entry point loads indirectly", () => {
    const files = {
      "integrations/openai.ts": 'import { x } from "openai"; export { x };',
      "integrations/ai-sdk.ts": 'export * from "./openai.ts";',
    };
    expect(check(files, ["integrations/openai.ts"])).toEqual([]);
    expect(check(files, ["integrations/ai-sdk.ts"])).toEqual([
      "integrations/ai-sdk.ts loads openai through integrations/openai.ts",
    ]);
  });

  it("reports a value import of undici, and allows its parts and types in the transport", () => {
    const file = "transport/undici-transport.ts";
    expect(check({ [file]: 'import { Pool } from "undici"; export { Pool };' })).toHaveLength(1);
    expect(check({ [file]: 'export const x = () => import("undici");' })).toHaveLength(1);
    expect(
      check({ [file]: 'import { type Pool } from "undici"; export type P = Pool;' }),
    ).toHaveLength(1);
    expect(check({ [file]: 'import type { Pool } from "undici"; export type P = Pool;' })).toEqual(
      [],
    );
    expect(
      check({ [file]: 'export const x = () => import("undici/lib/dispatcher/pool.js");' }),
    ).toEqual([]);
  });

  it("reports an implementation that is chosen outside the client", () => {
    const files = { "delivery/memory-delivery.ts": "export const x = 1;" };
    const chosen = 'export { x } from "../delivery/memory-delivery.ts";';
    const typed = 'export type { X } from "../delivery/memory-delivery.ts";';
    expect(check({ ...files, "lifecycle/a.ts": chosen })).toHaveLength(1);
    expect(check({ ...files, "lifecycle/a.ts": typed })).toEqual([]);
    expect(
      check({ ...files, "client.ts": 'export { x } from "./delivery/memory-delivery.ts";' }),
    ).toEqual([]);
  });

  it("reports cycles, including those of types, with the files on them", () => {
    const files = {
      "lifecycle/a.ts": 'import type { B } from "./b.ts"; export type A = B;',
      "lifecycle/b.ts": 'export const b = () => import("./c.ts");',
      "lifecycle/c.ts": 'export type { A } from "./a.ts";',
      "lifecycle/d.ts": 'import "./a.ts";',
    };
    expect(check(files)).toEqual([
      "cycle: lifecycle/a.ts -> lifecycle/b.ts -> lifecycle/c.ts -> lifecycle/a.ts",
    ]);
    expect(
      check({ "types.ts": 'import type { T } from "./types.ts"; export type T = 1;' }),
    ).toHaveLength(1);
  });

  it("reports computed imports, require, missing files and unknown rooms", () => {
    expect(check({ "client.ts": "export const x = (name: string) => import(name);" })).toHaveLength(
      1,
    );
    expect(check({ "client.ts": 'export const x = require("zod");' })).toHaveLength(1);
    expect(check({ "client.ts": 'import x = require("zod"); export { x };' })).toHaveLength(1);
    expect(
      check({ "client.ts": 'import { x } from "./types.js"; export { x };', "types.ts": "" }),
    ).toHaveLength(1);
    expect(check({ "utils/a.ts": "export const x = 1;" })).toEqual(["utils/a.ts lies in no room"]);
    expect(check({ "helpers.ts": "export const x = 1;" })).toEqual(["helpers.ts lies in no room"]);
  });

  it("ignores text that only looks like an import", () => {
    const text =
      '// import "undici"\nexport const s = `import x from "openai"`;\nimport "./b.ts";\n';
    expect(readImports("a.ts", text)).toEqual([
      { specifier: "./b.ts", form: "import", typeOnly: false, line: 3 },
    ]);
  });
});
