/** The data of an event, and its other lines. */
export interface SseEvent {
  readonly data: string;
  /** The lines other than data, without the rest of a terminator of mixed line ends. */
  readonly others: readonly string[];
}

/** Parses the lines of an event. */
export function sseEventOf(text: string): SseEvent {
  const lines = text.split(/\r\n|\n|\r/);
  const data = lines.filter(isData).map(dataOf).join("\n");
  return { data, others: lines.filter((line) => line !== "" && !isData(line)) };
}

function isData(line: string): boolean {
  return line.startsWith("data:") || line === "data";
}

function dataOf(line: string): string {
  return line.slice(line.startsWith("data: ") ? 6 : 5);
}
