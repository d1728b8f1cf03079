import type { ServerResponse } from "node:http";
import type { Answer } from "./answer.ts";

/** An answer's body as it goes over the wire. */
export function payloadOf(answer: Answer): string | Uint8Array {
  if (answer.raw !== undefined) return answer.raw;
  return answer.body === undefined ? "" : JSON.stringify(answer.body);
}

/** Sends status and headers with the full length announced, and no body yet. */
export function writeHead(
  response: ServerResponse,
  answer: Answer,
  about: { readonly now: number; readonly payload: string | Uint8Array },
): void {
  response.sendDate = false;
  const headers: Record<string, string | number> = { date: httpDate(about.now) };
  // A 204 and a 304 have no body and announce none (RFC 9110, section 8.6).
  if (answer.status !== 204 && answer.status !== 304) {
    headers["content-type"] = "application/json";
    headers["content-length"] = Buffer.byteLength(about.payload);
  }
  response.writeHead(answer.status, Object.assign(headers, answer.headers));
}

/** Sends a whole answer, dated by the data plane's clock. */
export function writeAnswer(response: ServerResponse, answer: Answer, now: number): void {
  const payload = payloadOf(answer);
  writeHead(response, answer, { now, payload });
  response.end(payload);
}

let lastSecond = Number.NaN;
let lastDate = "";

/** IMF-fixdate (RFC 9110, section 5.6.7), made once a second. */
function httpDate(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(second * 1000).toUTCString();
  }
  return lastDate;
}
