import { mapArray } from "../json/json-shape.ts";
import { binariesAmong, lastUserParts } from "../prompt/binary-parts.ts";
import { promptOf } from "../prompt/prompt-of.ts";
import { type PromptVisitor, PromptWriter } from "../prompt/prompt-text.ts";
import { RequestReader } from "../prompt/request-reader.ts";
import { SILENCE } from "../prompt/silence.ts";
import { mapStops } from "../prompt/stops.ts";
import { reportTools } from "../prompt/stored-tools.ts";
import { mapTree, type TreeRules } from "../prompt/text-tree.ts";
import { mapOptions } from "../prompt/unnamed.ts";
import type { Prompt } from "../provider.ts";
import { mapMessage, mapPart } from "./message.ts";

/** Options of a call (`LanguageModelV4CallOptions` and older), plus the model's id. */
export interface LanguageModelCall {
  readonly model: string;
  readonly stream?: boolean | undefined;
  readonly prompt?: unknown;
  readonly tools?: unknown;
  readonly stopSequences?: unknown;
  readonly providerOptions?: unknown;
}

/** All texts of a call, and its other content. */
export function readPrompt(call: LanguageModelCall): Prompt {
  const reader = new RequestReader();
  mapCall(call, reader);
  return promptOf(reader, call.model, call.stream === true);
}

/** A copy with `texts`. @throws RangeError if the call has a different number of texts. */
export function writePrompt(
  call: LanguageModelCall,
  texts: readonly string[],
  names?: readonly string[],
): LanguageModelCall {
  const writer = new PromptWriter(texts, names);
  const copy = mapCall(call, writer);
  writer.assertDone();
  return copy;
}

/** A copy whose only text is `text`, with the files of the last user message. */
export function collapsePrompt(call: LanguageModelCall, text: string): LanguageModelCall {
  const content = [{ type: "text", text }, ...filesOf(call.prompt)];
  const collapsed = { ...call, prompt: [{ role: "user", content }] };
  if (call.providerOptions === undefined) return collapsed;
  const providerOptions = mapOptions(call.providerOptions, SILENCE);
  return { ...collapsed, providerOptions };
}

function mapCall(call: LanguageModelCall, visitor: PromptVisitor): LanguageModelCall {
  const copy = { ...call, prompt: mapMessages(call.prompt, visitor), ...stopsOf(call, visitor) };
  reportTools(call.tools, visitor);
  if (call.providerOptions === undefined) return copy;
  return { ...copy, providerOptions: mapOptions(call.providerOptions, visitor) };
}

function stopsOf({ stopSequences }: LanguageModelCall, visitor: PromptVisitor): object | undefined {
  return stopSequences === undefined
    ? undefined
    : { stopSequences: mapStops(stopSequences, visitor) };
}

function mapMessages(prompt: unknown, visitor: PromptVisitor): unknown {
  if (Array.isArray(prompt)) return mapArray(prompt, (message) => mapMessage(message, visitor));
  return mapTree(prompt, { visitor, role: "user", kind: "text", rules: NO_RULES });
}

const NO_RULES: TreeRules = new Map();

/** Parts of the last user message with content other than text, and without text. */
function filesOf(prompt: unknown): unknown[] {
  return binariesAmong(lastUserParts(prompt), (part, visitor) => {
    return mapPart(part, { visitor, role: "user", kind: "text" });
  });
}
