import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { INGEST_PATH } from "../../src/contract/paths.ts";
import type { LocalDataPlane } from "../../src/local/index.ts";
import { eventWith, send, startService } from "./service.ts";

const MIB = 1024 * 1024;

/** An event of exactly this many bytes. */
function eventOf(bytes: number): string {
  const empty = JSON.stringify(eventWith({ metadata: { filler: "" } }));
  return empty.replace('"filler":""', `"filler":"${"x".repeat(bytes - empty.length)}"`);
}

async function openRequest(plane: LocalDataPlane, header: string): Promise<Socket> {
  const { hostname, port } = new URL(plane.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.on("error", () => undefined);
  const key = `x-service-api-key: ${plane.apiKey}`;
  socket.write(`POST ${INGEST_PATH} HTTP/1.1\r\nhost: ${hostname}\r\n${key}\r\n${header}\r\n\r\n`);
  return socket;
}

async function firstLineOf(socket: Socket): Promise<string> {
  const [chunk] = (await once(socket, "data")) as [Buffer];
  return chunk.toString().split("\r\n", 1)[0] ?? "";
}

describe("a request body", () => {
  it("of exactly 4 MiB is accepted", async () => {
    const plane = await startService();
    expect((await send(plane, INGEST_PATH, { body: eventOf(4 * MIB) })).status).toBe(200);
  });

  it("of one more byte gets 413", async () => {
    const plane = await startService();
    const { status, body } = await send(plane, INGEST_PATH, { body: eventOf(4 * MIB + 1) });
    expect([status, body.error]).toEqual([413, expect.any(String)]);
    expect(plane.events()).toEqual([]);
  });

  it("is measured in bytes, not in characters", async () => {
    const plane = await startService();
    const body = eventOf(3 * MIB).replaceAll("x", "é");
    expect((await send(plane, INGEST_PATH, { body })).status).toBe(413);
  });

  it("gets 413 before it is sent if its content-length is too large", async () => {
    const plane = await startService();
    const socket = await openRequest(plane, `content-length: ${1024 * MIB}`);
    expect(await firstLineOf(socket)).toBe("HTTP/1.1 413 Payload Too Large");
    socket.destroy();
  });

  it("without an end gets 413, and the connection is closed", async () => {
    const plane = await startService();
    const socket = await openRequest(plane, "transfer-encoding: chunked");
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    const pump = (): void => {
      while (socket.writable && socket.write(chunk));
    };
    socket.on("drain", pump);
    pump();
    const closed = new Promise((resolve) => socket.once("close", resolve));
    expect(await firstLineOf(socket)).toBe("HTTP/1.1 413 Payload Too Large");
    await closed;
  });
});
