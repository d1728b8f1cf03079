import type { AnswerCollector } from "../provider.ts";
import { MessageCollector } from "./collector.ts";

export function collectAnswer(): AnswerCollector<unknown> {
  return new MessageCollector();
}
