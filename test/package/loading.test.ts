import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { run, runWell } from "./run.ts";

const project = inject("project");
const manifest = JSON.parse(
  readFileSync(join(project, "node_modules", "guarded-model-client", "package.json"), "utf8"),
);
const specifiers = Object.keys(manifest.exports)
  .filter((name) => name !== "./package.json")
  .map((name) => `guarded-model-client${name.slice(1)}`);

/** The named exports of an entry in each module system. No optional peer is installed. */
async function namesOf(specifier: string, kind: "module" | "commonjs"): Promise<string> {
  const load = kind === "module" ? "await import" : "require";
  const script = `const loaded = ${load}(${JSON.stringify(specifier)});
    console.log(JSON.stringify(Object.keys(loaded).filter((name) => name !== "default").sort()));`;
  const { stdout, stderr } = await runWell(
    process.execPath,
    [`--input-type=${kind}`, "--eval", script],
    { cwd: project },
  );
  expect(stderr).toBe("");
  return stdout;
}

/** These entries know clients by shape only. */
const CLIENT_DOORWAYS = ["./openai", "./anthropic", "./google", "./bedrock", "./ai-sdk"];

/** A project with every optional peer installed, each of which prints when it is loaded. */
function projectWithLoudPeers(): string {
  const folder = join(project, "..", "loud");
  if (existsSync(folder)) return folder;
  cpSync(project, folder, { recursive: true, verbatimSymlinks: true });
  for (const name of [...Object.keys(manifest.peerDependencies), "ioredis"]) {
    const peer = join(folder, "node_modules", name);
    mkdirSync(peer, { recursive: true });
    writeFileSync(join(peer, "package.json"), JSON.stringify({ name, main: "index.cjs" }));
    writeFileSync(join(peer, "index.cjs"), `console.log("loaded ${name}");`);
  }
  return folder;
}

const DISPATCHER = 'globalThis[Symbol.for("undici.globalDispatcher.1")]';

describe("the installed package", () => {
  it.each(specifiers)(
    "exports the same names from %s to import and require, without any peer",
    async (specifier) => {
      const imported = await namesOf(specifier, "module");
      expect(JSON.parse(imported).length).toBeGreaterThan(0);
      expect(await namesOf(specifier, "commonjs")).toBe(imported);
    },
  );

  it.each(["module", "commonjs"] as const)(
    "shows its classes in logs by the names that apps import (%s)",
    async (kind) => {
      const load = kind === "module" ? "await import" : "require";
      const script = `const loaded = Object.entries(${load}("guarded-model-client"));
        const classes = loaded.filter(([name]) => /^[A-Z][a-z]/.test(name));
        console.log(JSON.stringify(classes.map(([name, it]) => [name, it.name])));`;
      const args = [`--input-type=${kind}`, "--eval", script];
      const { stdout } = await runWell(process.execPath, args, { cwd: project });
      const named: readonly (readonly [string, string])[] = JSON.parse(stdout);
      expect(named.map(([name]) => name)).toContain("GuardedModelClient");
      expect(named.filter(([name, shown]) => name !== shown)).toEqual([]);
    },
  );

  it("can be required completely where neither import() nor ES modules work, as in test runners", async () => {
    const folder = join(project, "node_modules", "guarded-model-client", "dist");
    const files = readdirSync(folder).filter((file) => file.endsWith(".cjs"));
    const importing = files.filter((file) =>
      /(?<![.#\w])import\(/.test(readFileSync(join(folder, file), "utf8")),
    );
    expect(importing).toEqual([]);
    const script = `for (const file of ${JSON.stringify(files)}) {
      try { require(${JSON.stringify(folder)} + "/" + file); } catch (error) { console.log(error.code, file); }
    }`;
    const args = ["--no-experimental-require-module", "--eval", script];
    const { stdout } = await runWell(process.execPath, args, { cwd: project });
    // Files that need a peer, none of which is installed.
    const failed = stdout.split("\n").filter((line) => line !== "");
    expect(failed.filter((line) => !line.startsWith("MODULE_NOT_FOUND "))).toEqual([]);
    expect(failed.length).toBeLessThan(files.length / 2);
  });

  it("starts fast: what is loaded together is in few files, which take longer to find than to read", async () => {
    const script = `
      const filesOfOurs = () => Object.keys(require.cache).filter((path) => /guarded-model-client.dist/.test(path));
      const { GuardedModelClient } = require("guarded-model-client");
      const ofRoot = filesOfOurs().length;
      const { guardOpenAI } = require("guarded-model-client/openai");
      const ofIntegration = filesOfOurs().length;
      const id = "0197a4d2-7f5c-7aa4-9d3e-6f1f5a0c9b00";
      const guard = new GuardedModelClient({ baseURL: "http://127.0.0.1:1", apiKey: "k", systemId: id });
      const call = guard.call({ model: "m", input: "Hello", execute: async () => "Hi" });
      call.then(console.log, async (error) => {
        await guard.close();
        const ofFirstCall = filesOfOurs().length - ofIntegration;
        console.log(JSON.stringify({ code: error.code, ofRoot, ofIntegration, ofFirstCall }));
      });`;
    const { stdout } = await runWell(process.execPath, ["--eval", script], { cwd: project });
    const { code, ofRoot, ofIntegration, ofFirstCall } = JSON.parse(stdout);
    expect(code).toBe("guard_unavailable");
    expect(ofRoot).toBeLessThanOrEqual(2);
    expect(ofIntegration).toBeLessThanOrEqual(8);
    expect(ofFirstCall).toBeLessThanOrEqual(4);
  });

  it.each(["module", "commonjs"] as const)(
    "leaves the dispatcher of the global fetch unchanged (%s)",
    async (kind) => {
      const load = kind === "module" ? "await import" : "require";
      const loads = specifiers
        .map((specifier) => `${load}(${JSON.stringify(specifier)});`)
        .join("\n");
      const script = `const before = ${DISPATCHER};\n${loads}\nconsole.log(Object.is(before, ${DISPATCHER}));`;
      const args = [`--input-type=${kind}`, "--eval", script];
      expect(await runWell(process.execPath, args, { cwd: project })).toMatchObject({
        stdout: "true\n",
      });
    },
  );

  it.each(["module", "commonjs"] as const)(
    "loads no optional peer with its root or its client entries (%s)",
    async (kind) => {
      const crowded = projectWithLoudPeers();
      const load = kind === "module" ? "await import" : "require";
      const doorways = [".", ...CLIENT_DOORWAYS].map(
        (name) => `guarded-model-client${name.slice(1)}`,
      );
      const script = doorways.map((name) => `${load}(${JSON.stringify(name)});`).join("\n");
      const args = [`--input-type=${kind}`, "--eval", script];
      expect(await runWell(process.execPath, args, { cwd: crowded })).toMatchObject({
        stdout: "",
        stderr: "",
      });
    },
  );

  it("recognizes errors across its CommonJS and ES module copies", async () => {
    const script = `
      import { createRequire } from "node:module";
      import { guardErrorOf, GuardedModelClient } from "guarded-model-client";
      const required = createRequire(import.meta.url)("guarded-model-client");
      try { new required.GuardedModelClient({ baseURL: "no url" }); } catch (error) {
        console.log(required.GuardedModelClient === GuardedModelClient, guardErrorOf(error)?.code);
      }`;
    const args = ["--input-type=module", "--eval", script];
    expect(await runWell(process.execPath, args, { cwd: project })).toMatchObject({
      stdout: "false configuration\n",
    });
  });

  it("shares context and lifecycle between its CommonJS and ES module copies", async () => {
    const script = `
      import { createRequire } from "node:module";
      import { GuardedModelClient } from "guarded-model-client";
      import { startLocalDataPlane } from "guarded-model-client/local";
      const { guardFetch } = createRequire(import.meta.url)("guarded-model-client");
      const plane = await startLocalDataPlane();
      const guard = new GuardedModelClient(plane.clientOptions);
      const answer = { choices: [{ message: { content: "Hello" } }] };
      const fetch = guardFetch(async () => Response.json(answer), guard);
      const ask = () => {
        const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hi" }] });
        const headers = { "content-type": "application/json" };
        return fetch("https://llm.example.com/v1/chat/completions", { method: "POST", headers, body });
      };
      const read = async () => (await ask()).text();
      await guard.withContext({ userId: "user-1" }, read);
      await guard.call({ model: "m", input: "Hi", userId: "user-2", execute: read });
      await guard.close();
      console.log(plane.events().map((event) => event.user_id).sort().join());
      await plane.close();`;
    const args = ["--input-type=module", "--eval", script];
    expect(await runWell(process.execPath, args, { cwd: project })).toMatchObject({
      stdout: "user-1,user-2\n",
    });
  });

  it("makes one lifecycle of a call and a nested client guarded by the other module copy", async () => {
    const script = `
      import { createRequire } from "node:module";
      import OpenAI from "openai";
      import { GuardedModelClient } from "guarded-model-client";
      import { startLocalDataPlane } from "guarded-model-client/local";
      const { guardOpenAI } = createRequire(import.meta.url)("guarded-model-client/openai");
      const plane = await startLocalDataPlane();
      const guard = new GuardedModelClient(plane.clientOptions);
      const fetch = async () => Response.json({ choices: [{ message: { content: "Hello" } }] });
      const openai = guardOpenAI(new OpenAI({ apiKey: "k", fetch }), guard);
      const execute = async ({ input, signal }) => {
        const messages = [{ role: "user", content: input }];
        const answer = await openai.chat.completions.create({ model: "m", messages }, { signal });
        return answer.choices[0].message.content;
      };
      await guard.call({ model: "m", input: "Hi", execute });
      await guard.close();
      console.log(plane.lifecycles().map(({ event }) => event.output).join());
      await plane.close();`;
    const args = ["--input-type=module", "--eval", script];
    const cwd = inject("typedProject");
    expect(await runWell(process.execPath, args, { cwd })).toMatchObject({ stdout: "Hello\n" });
  });

  it("makes one lifecycle of a guarded client whose fetch is guarded by the other module copy", async () => {
    const script = `
      import { createRequire } from "node:module";
      import OpenAI from "openai";
      import * as imported from "guarded-model-client";
      import { guardOpenAI } from "guarded-model-client/openai";
      import { startLocalDataPlane } from "guarded-model-client/local";
      const required = createRequire(import.meta.url)("guarded-model-client");
      const plane = await startLocalDataPlane();
      const guard = new imported.GuardedModelClient(plane.clientOptions);
      const base = async () => Response.json({ choices: [{ message: { content: "Hello" } }] });
      const fetch = required.guardFetch(base, guard);
      const body = { model: "m", messages: [{ role: "user", content: "Hi" }] };
      const openai = guardOpenAI(new OpenAI({ apiKey: "k", fetch }), guard);
      await openai.chat.completions.create(body);
      const twice = imported.guardFetch(fetch, guard);
      const url = "https://llm.example.com/v1/chat/completions";
      const headers = { "content-type": "application/json" };
      await (await twice(url, { method: "POST", headers, body: JSON.stringify(body) })).text();
      await guard.close();
      console.log(plane.lifecycles().map(({ event }) => event.output).join());
      await plane.close();`;
    const args = ["--input-type=module", "--eval", script];
    const cwd = inject("typedProject");
    expect(await runWell(process.execPath, args, { cwd })).toMatchObject({
      stdout: "Hello,Hello\n",
    });
  });

  const NEEDING_A_PEER = [
    [
      "bullmq",
      "bullmqDelivery({ connection: {} })",
      "bullmq, which is not installed. Run: npm install bullmq ioredis",
    ],
    [
      "bullmq",
      "await runDeliveryWorker({ connection: {}, baseURL: 'https://example.com', apiKey: 'k' })",
      "bullmq, which is not installed. Run: npm install bullmq ioredis",
    ],
    [
      "durable",
      "durableDelivery({ directory: '/tmp/never-made' })",
      "lmdb, which is not installed. Run: npm install lmdb",
    ],
    [
      "opentelemetry",
      "openTelemetryObserver()",
      "@opentelemetry/api, which is not found here. Run: npm install @opentelemetry/api. In a bundle, pass it as the option api",
    ],
  ] as const;

  describe.each(NEEDING_A_PEER)("entry %s", (entry, use, missing) => {
    it.each(["module", "commonjs"] as const)(
      "says in one sentence which peer is missing (%s)",
      async (kind) => {
        const name = use.match(/\w+(?=\()/)?.[0];
        const specifier = `guarded-model-client/${entry}`;
        const load = kind === "module" ? `await import("${specifier}")` : `require("${specifier}")`;
        const script = `const { ${name} } = ${load};
          (async () => ${use})().catch(({ name, message }) => console.log(name + ": " + message));`;
        const args = [`--input-type=${kind}`, "--eval", script];
        expect(await runWell(process.execPath, args, { cwd: project })).toMatchObject({
          stdout: `ConfigurationError: ${specifier} needs the package ${missing}\n`,
        });
      },
    );
  });

  it("refuses paths that its exports do not list", async () => {
    const script = 'await import("guarded-model-client/dist/index.js")';
    const args = ["--input-type=module", "--eval", script];
    const { code, stderr } = await run(process.execPath, args, { cwd: project });
    expect(code).toBe(1);
    expect(stderr).toContain("ERR_PACKAGE_PATH_NOT_EXPORTED");
  });

  it("installs a program that prints its version", async () => {
    const program = join(project, "node_modules", ".bin", "guarded-model-client");
    expect(await runWell(program, ["--version"], { cwd: project })).toMatchObject({
      stdout: `${manifest.version}\n`,
    });
  });
});
