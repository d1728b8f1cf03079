import type { ServerResponse } from "node:http";
import type { Answer } from "./answer.ts";

/** The response body as sent. */
export function payloadOf(answer: Answer): string | Uint8Array {
  if (answer.raw !== undefined) return answer.raw;
  return answer.body === undefined ? "" : JSON.stringify(answer.body);
}

/** Sends status and headers with the full content length, but no body yet. */
export function writeHead(
  response: ServerResponse,
  answer: Answer,
  about: { readonly now: number; readonly payload: string | Uint8Array },
): void {
  response.sendDate = false;
  const headers: Record<string, string | number> = { date: httpDate(about.now) };
  // 204 and 304 have no body and no content length (RFC 9110, section 8.6).
  if (answer.status !== 204 && answer.status !== 304) {
    headers["content-type"] = "application/json";
    headers["content-length"] = Buffer.byteLength(about.payload);
  }
  response.writeHead(answer.status, Object.assign(headers, answer.headers));
}

/** Sends a complete response, with the data plane's time as `date`. */
export function writeAnswer(response: ServerResponse, answer: Answer, now: number): void {
  const payload = payloadOf(answer);
  writeHead(response, answer, { now, payload });
  response.end(payload);
}

let lastSecond = Number.NaN;
let lastDate = "";

/** IMF-fixdate (RFC 9110, section 5.6.7), formatted once per second. */
function httpDate(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(second * 1000).toUTCString();
  }
  return lastDate;
}
