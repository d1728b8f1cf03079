// Reads a guarded body while only its reader is referenced, with repeated garbage collections.
// Run with --expose-gc.
const { once } = require("node:events");
const { createServer } = require("node:http");

const EVENTS = 60;
const EVENT = 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n';

/** For each event: writes it, collects garbage, and waits for finalization callbacks. */
async function stream(response) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (let written = 0; written < EVENTS; written += 1) {
    response.write(EVENT);
    globalThis.gc();
    await new Promise(setImmediate);
  }
  response.end("data: [DONE]\n\n");
}

/** After this call, only the reader is referenced. */
async function openReader(guardedFetch, url) {
  const body = { model: "m", messages: [{ role: "user", content: "hello" }], stream: true };
  const response = await guardedFetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.body.getReader();
}

module.exports = async function heldBody({ GuardedModelClient }, { startLocalDataPlane }) {
  const server = createServer((_request, response) => stream(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${server.address().port}/v1/chat/completions`;
  const plane = await startLocalDataPlane();
  const guard = new GuardedModelClient(plane.clientOptions);

  const reader = await openReader(guard.fetch, url);
  let bytes = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.length;
  }

  const { delivered } = await guard.close();
  await plane.close();
  server.close();
  console.log(JSON.stringify({ bytes, delivered, stored: plane.events()[0].output.length }));
};
