// The server side of all measurements, in a process of its own: a model provider and a data plane
// that respond as cheaply as node:http can. Started by `openServer` with IPC.
import { createServer } from "node:http";

const JSON_HEADERS = { "content-type": "application/json" };
const SSE_HEADERS = { "content-type": "text/event-stream" };
const TOKEN = "token ";

const completion = JSON.stringify({
  id: "chatcmpl-bench",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "gpt-4o-mini",
  choices: [
    {
      index: 0,
      finish_reason: "stop",
      message: { role: "assistant", content: TOKEN.repeat(60), refusal: null },
      logprobs: null,
    },
  ],
  usage: { prompt_tokens: 120, completion_tokens: 60, total_tokens: 180 },
});

const chunk = JSON.stringify({
  id: "chatcmpl-bench",
  object: "chat.completion.chunk",
  created: 1_700_000_000,
  model: "gpt-4o-mini",
  choices: [{ index: 0, delta: { content: TOKEN }, finish_reason: null }],
});
const event = Buffer.from(`data: ${chunk}\n\n`);
const lastEvents = Buffer.from("data: [DONE]\n\n");

const counts = { chat: 0, guard: 0, ingest: 0, finalize: 0 };
let isDown = false;

const answers = {
  "/v1/chat/completions": (body, response) => {
    counts.chat += 1;
    if (body.includes('"stream":true')) return streamChat(body, response);
    send(response, 200, completion);
  },
  "/api/v1/guard": (body, response) => {
    counts.guard += 1;
    if (isDown) return send(response, 503, '{"error":"unavailable"}');
    const id = idIn(body, "client_event_id");
    send(
      response,
      200,
      `{"allowed":true,"reason":null,"client_event_id":"${id}","guard_event_id":"0197a4d2-7f5c-7aa4-9d3e-6f1f5a0c9b11","transformed_input":null,"shadow_mode":false,"simulated_decision":null}`,
    );
  },
  "/api/v1/ingest": (body, response) => {
    counts.ingest += 1;
    if (isDown) return send(response, 503, '{"error":"unavailable"}');
    send(response, 200, `{"success":true,"event_id":"${idIn(body, "event_id")}"}`);
  },
  "/api/v1/ingest/finalize": (body, response) => {
    counts.finalize += 1;
    if (isDown) return send(response, 503, '{"error":"unavailable"}');
    const id = idIn(body, "client_event_id");
    send(response, 200, `{"success":true,"client_event_id":"${id}","sdk_ingest_ms":1}`);
  },
};

function idIn(body, key) {
  const at = body.indexOf(`"${key}":"`);
  const start = at + key.length + 4;
  return at < 0 ? "" : body.slice(start, start + 36);
}

function send(response, status, text) {
  response.writeHead(status, { ...JSON_HEADERS, "content-length": Buffer.byteLength(text) });
  response.end(text);
}

/** As many chunks as the request's `max_tokens`, each in its own write. */
function streamChat(body, response) {
  const wanted = Number(/"max_tokens":(\d+)/.exec(body)?.[1] ?? 5);
  response.writeHead(200, SSE_HEADERS);
  let written = 0;
  const write = () => {
    while (written < wanted) {
      written += 1;
      if (!response.write(event)) {
        response.once("drain", write);
        return;
      }
    }
    response.end(lastEvents);
  };
  write();
}

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (data) => {
    body += data;
  });
  request.on("end", () => {
    const answer = answers[request.url];
    if (answer === undefined) send(response, 404, '{"error":"not found"}');
    else answer(body, response);
  });
});
server.keepAliveTimeout = 120_000;
server.requestTimeout = 0;

process.on("message", (message) => {
  if (message.down !== undefined) isDown = message.down;
  process.send({ counts: { ...counts } });
  if (message.reset === true) for (const key of Object.keys(counts)) counts[key] = 0;
});
process.on("disconnect", () => process.exit(0));
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
