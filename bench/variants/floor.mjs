// The minimum cost of three requests around a model call over undici: prepared strings, no parsing,
// no checks.
import api from "undici/lib/api/index.js";
import Pool from "undici/lib/dispatcher/pool.js";
import { CHAT_BODY, openClient, PROMPT_TEXT } from "./chat.mjs";

// What undici's main module does to its dispatchers. Loading that module would also replace the
// dispatcher of the global fetch, and change the cost of the OpenAI client.
Object.assign(Pool.prototype, api);

const ID = "0197a4d2-7f5c-7aa4-9d3e-6f1f5a0c9b10";

export function open(env) {
  const client = openClient(env);
  const pool = new Pool(env.origin);
  const headers = { "content-type": "application/json", "x-service-api-key": env.apiKey };
  const guardBody = JSON.stringify({
    system_id: env.systemId,
    input: PROMPT_TEXT,
    model: CHAT_BODY.model,
    client_event_id: ID,
  });
  const ingestBody = JSON.stringify({
    event_id: ID,
    input: PROMPT_TEXT,
    output: "token ".repeat(60),
    model: CHAT_BODY.model,
    timestamp: new Date().toISOString(),
    system_id: env.systemId,
    usage: { prompt_tokens: 120, completion_tokens: 60, total_tokens: 180 },
    latency: 1,
    metadata: { client_event_id: ID },
    event_type: "complete",
    severity: "info",
  });
  const finalizeBody = JSON.stringify({ client_event_id: ID, sdk_ingest_ms: 1 });
  const pending = new Set();

  const post = async (path, body) => {
    const answer = await pool.request({ method: "POST", path, headers, body });
    return answer.body.text();
  };
  const report = async () => {
    await post("/api/v1/ingest", ingestBody);
    await post("/api/v1/ingest/finalize", finalizeBody);
  };

  const reportBehind = () => {
    const reported = report().finally(() => pending.delete(reported));
    pending.add(reported);
  };
  async function* observe(source) {
    yield* source;
    reportBehind();
  }

  return {
    chat: async () => {
      await post("/api/v1/guard", guardBody);
      const answer = await client.chat.completions.create(CHAT_BODY);
      reportBehind();
      return answer;
    },
    chatStream: async (chunks) => {
      await post("/api/v1/guard", guardBody);
      const body = { ...CHAT_BODY, stream: true, max_tokens: chunks };
      return observe(await client.chat.completions.create(body));
    },
    guardOnly: () => post("/api/v1/guard", guardBody),
    settle: async () => {
      await Promise.all(pending);
    },
    close: () => pool.close(),
  };
}
