import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** A server in a thread of its own, which answers while the loop of the test's thread is blocked. */
export interface ThreadServer {
  readonly url: URL;
  /**
   * The next request to `path` blocks the loop of this thread when it has arrived, until its answer
   * has been handed to the system and then for `ms` more.
   */
  blockNext(ms: number, path: string): Promise<void>;
  close(): Promise<void>;
}

/** Cells: 0, the test's thread is blocked; 1, the answer has been handed to the system. */
const SERVER = `
  const { createServer } = require("node:http");
  const { gzipSync } = require("node:zlib");
  const { parentPort, workerData } = require("node:worker_threads");
  const { cells, answers, gzip } = workerData;
  let blocking;
  parentPort.on("message", (path) => {
    blocking = path;
    parentPort.postMessage("ready");
  });
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk) => { body += chunk; });
    request.on("end", () => {
      const sent = body === "" ? {} : JSON.parse(body);
      const template = answers[request.url] ?? "{}";
      const text = template.replace("CLIENT_EVENT_ID", sent.client_event_id ?? "");
      const headers = { "content-type": "application/json" };
      if (gzip) headers["content-encoding"] = "gzip";
      const blocks = request.url === blocking;
      if (blocks) {
        blocking = undefined;
        parentPort.postMessage("arrived");
        Atomics.wait(cells, 0, 0);
      }
      response.writeHead(200, headers);
      response.end(gzip ? gzipSync(text) : text, () => {
        if (!blocks) return;
        Atomics.store(cells, 1, 1);
        Atomics.notify(cells, 1);
      });
    });
  });
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

/** Starts it. `answers`: a JSON text for each path; `CLIENT_EVENT_ID` in it is what was sent. */
export async function startThreadServer(
  answers: Readonly<Record<string, string>>,
  { gzip = false }: { readonly gzip?: boolean } = {},
): Promise<ThreadServer> {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(SERVER, { eval: true, workerData: { cells, answers, gzip } });
  const [port] = await once(worker, "message");
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    async blockNext(ms, path) {
      cells.fill(0);
      worker.postMessage(path);
      await once(worker, "message");
      worker.once("message", () => {
        Atomics.store(cells, 0, 1);
        Atomics.notify(cells, 0);
        Atomics.wait(cells, 1, 0);
        Atomics.wait(cells, 0, 1, ms);
      });
    },
    close: async () => void (await worker.terminate()),
  };
}
