/**
 * A data plane for a million calls: it checks and remembers only ids, and its answers are as cheap
 * as `node:http` allows. Sends its port over IPC, and a report when asked.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { FINALIZE_PATH, GUARD_PATH, INGEST_PATH } from "../../../src/contract/paths.ts";
import { Fingerprint } from "./fingerprint.ts";

/** What a lean plane saw. */
export interface LeanReport {
  readonly guarded: string;
  readonly stored: string;
  readonly finalized: string;
  /** Requests whose id was already seen on the same path. */
  readonly repeats: number;
}

class SeenIds {
  readonly #ids = new Set<string>();
  readonly print = new Fingerprint();
  repeats = 0;

  take(id: string): void {
    if (this.#ids.has(id)) {
      this.repeats += 1;
      return;
    }
    this.#ids.add(id);
    this.print.add(id);
  }
}

const [guarded, stored, finalized] = [new SeenIds(), new SeenIds(), new SeenIds()];

const ANSWERS: Readonly<Record<string, (body: string) => string>> = {
  [GUARD_PATH]: (body) => {
    const id = idIn(body, "client_event_id");
    guarded.take(id);
    return `{"allowed":true,"client_event_id":"${id}","guard_event_id":"${id}","transformed_input":null}`;
  },
  [INGEST_PATH]: (body) => {
    const id = idIn(body, "event_id");
    stored.take(id);
    return `{"success":true,"event_id":"${id}"}`;
  },
  [FINALIZE_PATH]: (body) => {
    const id = idIn(body, "client_event_id");
    finalized.take(id);
    return `{"success":true,"client_event_id":"${id}","sdk_ingest_ms":1}`;
  },
};

function idIn(body: string, key: string): string {
  const start = body.indexOf(`"${key}":"`) + key.length + 4;
  return body.slice(start, start + 36);
}

function send(response: ServerResponse, status: number, text: string): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, { "content-type": "application/json", "content-length": length });
  response.end(text);
}

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (data: string) => {
    body += data;
  });
  request.on("end", () => {
    const answer = ANSWERS[request.url ?? ""];
    if (answer === undefined) send(response, 404, '{"error":"not found"}');
    else send(response, 200, answer(body));
  });
});
server.keepAliveTimeout = 120_000;

process.on("message", () => {
  const report: LeanReport = {
    guarded: guarded.print.toString(),
    stored: stored.print.toString(),
    finalized: finalized.print.toString(),
    repeats: guarded.repeats + stored.repeats + finalized.repeats,
  };
  process.send?.(report);
});
process.on("disconnect", () => process.exit(0));
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
