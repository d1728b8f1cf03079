import { type Evidence, memberOf } from "../evidence.ts";
import type { Scene } from "../scene.ts";

/** One line about a scene: who, what, and the text. */
export interface Row {
  readonly who: string;
  readonly what: string;
  readonly text: string;
  /** Whether it is good or bad news; undefined if neither. */
  readonly news?: "good" | "bad";
}

/** What everybody saw of a call, from the app to the service and back. Pure. */
export function rowsOf(scene: Scene, evidence: Evidence): readonly Row[] {
  return [
    ...group("app", scene.messages.map(messageRow)),
    ...group("guard", guardRows(evidence)),
    ...group("provider", providerRows(evidence)),
    ...group("app", [endingRow(evidence)]),
    ...group("service", serviceRows(evidence)),
  ];
}

/** Characters of an image's URL that are shown. */
const SHOWN_OF_A_URL = 32;

type Cells = Omit<Row, "who">;

function group(who: string, cells: readonly Cells[]): Row[] {
  return cells.map((cell, index) => ({ who: index === 0 ? who : "", ...cell }));
}

function guardRows({ guardInputs, row }: Evidence): Cells[] {
  const saw = { what: "saw", text: guardInputs[0] ?? "nothing" };
  if (row?.decision === undefined) {
    const text = `nothing, in ${guardInputs.length} requests`;
    return [saw, { what: "said", text, news: "bad" }];
  }
  const { allowed, reason, transformedInput } = row.decision;
  if (!allowed) return [saw, { what: "said", text: `deny: ${reason}`, news: "bad" }];
  const text = transformedInput === null ? "allow" : "allow, rewritten";
  return [saw, { what: "said", text, news: "good" }];
}

function providerRows({ provider }: Evidence): Cells[] {
  if (provider.length === 0) return [{ what: "saw", text: "nothing" }];
  return provider.flatMap(({ messages }) => messages.map(messageRow));
}

function messageRow(message: unknown): Cells {
  return { what: String(memberOf(message, "role")), text: contentOf(memberOf(message, "content")) };
}

function contentOf(content: unknown): string {
  if (!Array.isArray(content)) return String(content);
  return content.map(partOf).join("\n");
}

function partOf(part: unknown): string {
  const text = memberOf(part, "text");
  if (typeof text === "string") return text;
  const url = String(memberOf(memberOf(part, "image_url"), "url"));
  return `(${url.slice(0, SHOWN_OF_A_URL)}, ${url.length} characters)`;
}

function endingRow({ ending }: Evidence): Cells {
  if (ending.kind === "answer") return { what: "got", text: ending.text };
  const { error } = ending;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { what: "got", text, news: "bad" };
}

function serviceRows({ row }: Evidence): Cells[] {
  const event = row?.event;
  if (event === undefined) return [{ what: "stored", text: "no event" }];
  const { usage } = event;
  const finalized = row?.sdkIngestMs === undefined ? "no" : `yes, sdk_ingest_ms ${row.sdkIngestMs}`;
  return [
    {
      what: "stored",
      text: `${memberOf(event.metadata, "outcome")}, severity ${event.severity}, latency ${event.latency} ms`,
    },
    { what: "input", text: event.input },
    { what: "output", text: event.output },
    {
      what: "usage",
      text: `${usage?.prompt_tokens} prompt + ${usage?.completion_tokens} completion tokens`,
    },
    { what: "finalized", text: finalized },
  ];
}
