import type { Passage } from "../../lifecycle/apply-ruling.ts";
import { enclose } from "../../lifecycle/enclose.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import { attachLifecycle } from "../../lifecycle/lifecycle-of.ts";
import { type Ending, report } from "../../lifecycle/report.ts";
import { StreamReport } from "../../lifecycle/stream-report.ts";
import type { ProviderCodec } from "../../providers/provider.ts";
import type { CommandResult } from "./client-shape.ts";
import { observeEvents } from "./event-stream.ts";
import type { Sending } from "./sending.ts";

/** A command that was let through. */
export interface ApprovedCommand {
  readonly passage: Passage;
  readonly codec: ProviderCodec<unknown, unknown, unknown>;
  readonly sending: Sending;
  /** Sends it, with all the client's attempts. */
  readonly send: () => Promise<CommandResult>;
}

/** Sends a command and reports what comes of it. Its own error reaches the app as it is. */
export async function perform(gate: Gate, command: ApprovedCommand): Promise<CommandResult> {
  const { passage, sending } = command;
  const { record } = passage;
  let result: CommandResult;
  try {
    result = await enclose(gate, { passage, signal: sending.signal }, command.send);
  } catch (error) {
    sending.dispose();
    attachLifecycle(error, record.view);
    const outcome = sending.signal.aborted ? "cancelled" : "error";
    await report(gate, record, { outcome, answer: { output: "" }, error })?.stored;
    throw error;
  }
  return receive(gate, command, result);
}

async function receive(
  gate: Gate,
  command: ApprovedCommand,
  result: CommandResult,
): Promise<CommandResult> {
  const { passage, codec, sending } = command;
  const { record } = passage;
  const { output } = result;
  attachLifecycle(output, record.view);
  const stream = streamOf(output);
  if (stream !== undefined) {
    const restored = record.restoration?.stream(codec);
    const collector = restored?.collector ?? codec.collectAnswer();
    const onEnd = (): void => sending.dispose();
    observeEvents(stream, {
      controller: sending.controller,
      report: new StreamReport({ gate, record, collector, onEnd }),
      active: gate.services.active,
      lifecycle: record.view,
      restored,
    });
    return result;
  }
  sending.dispose();
  await report(gate, record, completed(codec, output))?.stored;
  const shown = record.restoration?.answer(codec, output) ?? output;
  if (shown === output) return result;
  attachLifecycle(shown, record.view);
  return { ...result, output: shown };
}

/** A codec that throws costs the telemetry its content, never the app its answer. */
function completed(codec: ProviderCodec<unknown, unknown, unknown>, output: object): Ending {
  try {
    const answer = codec.readAnswer(output);
    return { outcome: answer.failed ? "error" : "complete", answer };
  } catch {
    return { outcome: "complete", answer: { output: "" }, withheld: "answer_unreadable" };
  }
}

function streamOf(output: object): AsyncIterable<unknown> | undefined {
  const { stream } = output as { readonly stream?: AsyncIterable<unknown> | undefined };
  return typeof stream?.[Symbol.asyncIterator] === "function" ? stream : undefined;
}
