import type { AnswerCollector } from "../provider.ts";
import { ResponseCollector } from "./collector.ts";

export function collectAnswer(): AnswerCollector<unknown> {
  return new ResponseCollector();
}
