import type { GivenAnswer, ReceivedRequest } from "../local/index.ts";
import { type Colour, printable, type Terminal } from "./terminal.ts";

/**
 * One line of at most 80 columns about one request: time, endpoint, result, the first eight
 * characters of the lifecycle's id, and a remark. Never a prompt, an answer or a key. Undefined for
 * what browsers read outside the contract; anything else there has the wrong address.
 */
export function logLine(
  request: ReceivedRequest,
  answer: GivenAnswer,
  terminal: Terminal,
): string | undefined {
  const { endpoint = "other" } = request;
  if (endpoint === "other" && BROWSED.has(request.method)) return undefined;
  const { word, colour } = resultOf(request, answer);
  const start = `${timeOf(request)}  ${endpoint.padEnd(8)}  `;
  const result = word.padEnd(7);
  const middle = `  ${idOf(request).padEnd(8)}  `;
  const room = terminal.columns - start.length - result.length - middle.length;
  const remark = printable(remarkOf(request, answer), room);
  const { paint } = terminal;
  return (paint("quiet", start) + paint(colour, result) + middle + remark).trimEnd();
}

const BROWSED: ReadonlySet<string> = new Set(["GET", "HEAD"]);

function resultOf(
  request: ReceivedRequest,
  answer: GivenAnswer,
): { readonly word: string; readonly colour: Colour } {
  const { status } = answer;
  if (status === undefined) return { word: "broken", colour: "bad" };
  if (status !== 200) return { word: String(status), colour: status === 409 ? "odd" : "bad" };
  if (request.endpoint !== "guard") return { word: "ok", colour: "good" };
  if (fieldOf(answer.body, "allowed") !== true) return { word: "deny", colour: "bad" };
  const rewritten = stringField(answer.body, "transformed_input") !== undefined;
  return rewritten ? { word: "rewrite", colour: "odd" } : { word: "allow", colour: "good" };
}

function remarkOf(request: ReceivedRequest, answer: GivenAnswer): string {
  if (request.endpoint === undefined) return `${request.method} ${request.path}`;
  const reason = stringField(answer.body, "reason") ?? stringField(answer.body, "error");
  if (reason !== undefined) return reason;
  if (request.endpoint === "finalize") {
    return `ingest took ${String(fieldOf(answer.body, "sdk_ingest_ms"))} ms`;
  }
  const model = stringField(request.body, "model") ?? "";
  const type = stringField(request.body, "event_type");
  return type === undefined || type === "complete" ? model : `${model}  ${type}`;
}

function timeOf(request: ReceivedRequest): string {
  const at = new Date(request.receivedAt);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(":");
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

function idOf(request: ReceivedRequest): string {
  const id =
    stringField(request.body, "client_event_id") ?? stringField(request.body, "event_id") ?? "";
  return printable(id.slice(0, 8), 8);
}

function stringField(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === "string" ? field : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
