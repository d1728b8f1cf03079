// The two kinds of processes that a measurement needs, and their messages.
import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Sends `message` and waits for the answer; a child that exits instead is an error. */
function ask(child, message) {
  return new Promise((resolve, reject) => {
    const onExit = (code) => reject(new Error(`the measured process ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (answer) => {
      child.off("exit", onExit);
      if (answer.error === undefined) resolve(answer);
      else reject(new Error(answer.error));
    });
    child.send(message);
  });
}

/** Starts the provider and the data plane. */
export async function openServer() {
  const child = fork(pathOf("./server.mjs"));
  const [{ port }] = await once(child, "message");
  return {
    origin: `http://127.0.0.1:${port}`,
    setDown: (down) => ask(child, { down }),
    /** Number of requests since the last call of this. */
    takeCounts: async () => (await ask(child, { reset: true })).counts,
    close: () => child.disconnect(),
  };
}

/** Starts a variant in a process of its own. */
export async function openWorker(name, env) {
  const child = fork(pathOf("./worker.mjs"), { execArgv: ["--expose-gc"] });
  await ask(child, { job: "open", name, env });
  return {
    name,
    run: async (job, options = {}) => (await ask(child, { job, ...options })).value,
    close: async () => {
      const gone = once(child, "exit");
      child.send({ job: "close" });
      await gone;
    },
  };
}

/** Milliseconds for importing `specifier` in a new process. */
export async function importTime(specifier) {
  const script = `const begun = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - begun);`;
  const options = { cwd: pathOf("..") };
  const args = ["--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  return Number(stdout);
}
