// What a competent team would write over the global fetch: one id, a deadline, a fail-closed check
// of the response, telemetry after the call with retries, then finalize.
import { randomUUID } from "node:crypto";
import { CHAT_BODY, MODEL, openClient, PROMPT_TEXT } from "./chat.mjs";

const GUARD_DEADLINE_MS = 5_000;
const INGEST_DEADLINE_MS = 10_000;
const INGEST_ATTEMPTS = 5;

export function open(env) {
  const client = openClient(env);
  const headers = { "content-type": "application/json", "x-service-api-key": env.apiKey };
  const pending = new Set();

  const post = (path, body, deadlineMs) =>
    fetch(`${env.origin}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(deadlineMs),
    });

  const guard = async (clientEventId, input) => {
    const body = { system_id: env.systemId, input, model: MODEL, client_event_id: clientEventId };
    const response = await post("/api/v1/guard", body, GUARD_DEADLINE_MS);
    if (response.status !== 200) throw new Error(`guard answered ${response.status}`);
    const verdict = await response.json();
    if (verdict.allowed !== true) throw new Error("denied");
    return verdict;
  };

  const ingest = async (event) => {
    for (let attempt = 1; attempt <= INGEST_ATTEMPTS; attempt += 1) {
      try {
        const begun = performance.now();
        const response = await post("/api/v1/ingest", event, INGEST_DEADLINE_MS);
        await response.text();
        if (response.ok || response.status === 409) return Math.round(performance.now() - begun);
        if (response.status < 500 && response.status !== 429) return undefined;
      } catch {
        // The next attempt has the same id.
      }
      await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 100 * Math.random()));
    }
    return undefined;
  };

  const report = async (event) => {
    const ingestMs = await ingest(event);
    if (ingestMs === undefined) return;
    const body = { client_event_id: event.event_id, sdk_ingest_ms: ingestMs };
    const response = await post("/api/v1/ingest/finalize", body, INGEST_DEADLINE_MS);
    await response.text();
  };

  const submit = (verdict, clientEventId, facts) => {
    const reported = report({
      event_id: clientEventId,
      input: verdict.transformed_input || PROMPT_TEXT,
      model: MODEL,
      timestamp: new Date().toISOString(),
      system_id: env.systemId,
      metadata: { client_event_id: clientEventId, guard_event_id: verdict.guard_event_id },
      event_type: "complete",
      severity: "info",
      ...facts,
    }).finally(() => pending.delete(reported));
    pending.add(reported);
  };

  async function* observe(source, verdict, clientEventId) {
    const begun = performance.now();
    let output = "";
    for await (const chunk of source) {
      output += chunk.choices[0]?.delta?.content ?? "";
      yield chunk;
    }
    const latency = Math.round(performance.now() - begun);
    submit(verdict, clientEventId, { output: output.slice(0, 32_000), latency });
  }

  return {
    chat: async () => {
      const clientEventId = randomUUID();
      const begun = performance.now();
      const verdict = await guard(clientEventId, PROMPT_TEXT);
      const answer = await client.chat.completions.create(CHAT_BODY);
      submit(verdict, clientEventId, {
        output: answer.choices[0]?.message?.content ?? "",
        usage: answer.usage,
        latency: Math.round(performance.now() - begun),
      });
      return answer;
    },
    chatStream: async (chunks) => {
      const clientEventId = randomUUID();
      const verdict = await guard(clientEventId, PROMPT_TEXT);
      const body = { ...CHAT_BODY, stream: true, max_tokens: chunks };
      const source = await client.chat.completions.create(body);
      return observe(source, verdict, clientEventId);
    },
    objects: async (source) => {
      const clientEventId = randomUUID();
      const verdict = await guard(clientEventId, PROMPT_TEXT);
      return observe(source, verdict, clientEventId);
    },
    settle: async () => {
      await Promise.all(pending);
    },
    close: async () => {},
  };
}
