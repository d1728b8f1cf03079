import type { LifecycleRow } from "../lifecycle-row.ts";
import type { Plane } from "../plane.ts";
import type { Answer } from "../server/answer.ts";
import type { ReceivedRequest } from "../server/received-request.ts";
import { ROUTES } from "../server/routes.ts";
import { escaped, html, type Markup, page } from "./html.ts";

/** Maximum number of lifecycles on the page. */
const MAX_SHOWN = 100;

/** Characters of a prompt (UTF-16 units) in the line of its lifecycle. */
const MAX_LINE_LENGTH = 80;

/** Maximum length of a request or event on the page, of which there are many: a complete event fits. */
const MAX_PART_LENGTH = 100_000;

/**
 * `GET /`: the console, a page with the state of the data plane and its lifecycles, newest first.
 */
export function consolePage(plane: Plane, request: ReceivedRequest): Answer {
  // On request only, because an automatic refresh would close opened details.
  const live = request.url.endsWith("?live");
  const refresh = live ? html`<meta http-equiv="refresh" content="2">` : html``;
  const content = html`<main>${head(live)}${endpoints()}${lifecycles(plane)}</main>`;
  const raw = page("Local data plane", html`${refresh}${content}`);
  return { status: 200, headers: HEADERS, raw };
}

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

function head(live: boolean): Markup {
  return html`
<h1>Local data plane</h1>
<p>This is a local guardrail and telemetry data plane for development and tests.
It keeps everything in memory and forgets it when it stops.
${live ? html`<a href="/">Stop renewing</a>` : html`<a href="/">Renew</a> <a href="/?live">every two seconds</a>`}</p>`;
}

function endpoints(): Markup {
  const rows = ROUTES.map(
    ({ method, path, purpose }) =>
      html`<tr><td>${method}</td><td><code>${path}</code></td><td>${purpose}</td></tr>`,
  );
  return html`<table>${rows}</table>`;
}

function lifecycles(plane: Plane): Markup {
  const rows = plane.store.rows();
  const shown = rows.slice(-MAX_SHOWN).reverse();
  const state = plane.suspended ? html` <b class="denied">suspended</b>` : html``;
  const count = rows.length === 1 ? "1 lifecycle" : `${rows.length} lifecycles`;
  const note = rows.length > MAX_SHOWN ? html`<p>The newest ${MAX_SHOWN}:</p>` : html``;
  return html`<h2>${count}${state}</h2>${note}
${shown.map(lifecycle)}`;
}

function lifecycle(row: LifecycleRow): Markup {
  const { guard, decision, event, state, otherEvents, sdkIngestMs } = row;
  const input = guard?.input ?? event?.input ?? "";
  const parts: [string, unknown][] = [
    ["id", row.clientEventId],
    ["asked", guard],
    ["decided", decision],
    ["event", event],
    ["sdk_ingest_ms", sdkIngestMs],
    ["other events", otherEvents.length === 0 ? undefined : otherEvents],
  ];
  return html`<details><summary><b class="${state}">${state}</b> <i>${guard?.model ?? event?.model ?? ""}</i> ${shortened(input, MAX_LINE_LENGTH)}</summary>
${parts.filter(([, value]) => value !== undefined).map(part)}</details>`;
}

/** Cut without the first half of a character of two units. */
function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "")}…`;
}

function part([name, value]: [string, unknown]): Markup {
  const text = typeof value === "object" ? jsonOf(value) : String(value);
  return html`<h3>${name}</h3><pre>${escaped(shortened(text, MAX_PART_LENGTH))}</pre>`;
}

function jsonOf(value: object | null): string {
  try {
    return JSON.stringify(value, null, 2);
  } catch {
    return "Nested too deeply to be shown.";
  }
}
