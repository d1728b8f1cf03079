import { closedError } from "../../errors.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import type { Approval } from "../../lifecycle/guard/approval.ts";
import { attachLifecycle } from "../../lifecycle/lifecycle-of.ts";
import type { Restoration } from "../../lifecycle/masking/restoration.ts";
import { answered } from "../../lifecycle/report/answered.ts";
import { type Ending, report } from "../../lifecycle/report/report.ts";
import { reportFailure } from "../../lifecycle/report/report-failure.ts";
import { runInLifecycle } from "../../lifecycle/run-in-lifecycle.ts";
import { StreamReport } from "../../lifecycle/stream/stream-report.ts";
import { countedInHeaders } from "../../providers/bedrock-invoke/counted-in-headers.ts";
import type { AnyCodec } from "../../providers/provider.ts";
import type { CommandResult } from "./client-shape.ts";
import { observeEvents } from "./event-stream.ts";
import type { Sending } from "./sending.ts";

/** A command that was approved. */
export interface ApprovedCommand {
  readonly approval: Approval;
  readonly codec: AnyCodec;
  readonly sending: Sending;
  /** Sends it, with all the client's attempts. */
  readonly send: () => Promise<CommandResult>;
}

/** Sends a command and reports its result. The client's own error reaches the app unchanged. */
export async function perform(gate: Gate, command: ApprovedCommand): Promise<CommandResult> {
  const { approval, sending } = command;
  const { record } = approval;
  record.abandon = () => {
    const error = closedError();
    sending.cancellation.abort(error);
    // Not when the client rejects, which takes it longer than a closing delivery waits.
    void reportFailure(gate, record, { error, cancelled: true });
  };
  let result: CommandResult;
  try {
    result = await runInLifecycle(
      gate,
      { approval, signal: sending.cancellation.signal },
      command.send,
    );
  } catch (error) {
    await reportFailure(gate, record, { error, cancelled: sending.cancellation.aborted });
    throw error;
  }
  return receive(gate, command, result);
}

async function receive(
  gate: Gate,
  command: ApprovedCommand,
  result: CommandResult,
): Promise<CommandResult> {
  const { approval, codec, sending } = command;
  const { record } = approval;
  const { output } = result;
  attachLifecycle(output, record.view);
  const stream = streamOf(output);
  if (stream !== undefined) {
    const restored = record.masking?.restoration?.stream(codec);
    const collector = restored?.collector ?? answerCodecOf(command).collectAnswer();
    const onEnd = (): void => sending.dispose();
    sending.isOpen = true;
    observeEvents(stream, {
      controller: sending.cancellation,
      report: new StreamReport({ gate, record, collector, onEnd }),
      active: gate.services.active,
      lifecycle: record.view,
      restored,
    });
    return result;
  }
  await report(gate, record, completed(answerCodecOf(command), result))?.stored;
  const restoration = record.masking?.restoration;
  const shown = restoration === undefined ? output : restoredAnswer(restoration, codec, output);
  if (shown === output) return result;
  attachLifecycle(shown, record.view);
  return { ...result, output: shown };
}

/** Reads answers as the provider sent them. */
function answerCodecOf({ approval, codec }: ApprovedCommand): AnyCodec {
  return approval.record.masking?.observing(codec) ?? codec;
}

/** Apart from streams: a function that refers to one would keep it from being collected. */
function completed(codec: AnyCodec, { output, response }: CommandResult): Ending {
  return answered(() => {
    const answer = codec.readAnswer(output);
    const headers = (response?.headers ?? {}) as Readonly<Record<string, unknown>>;
    return { ...answer, usage: answer.usage ?? countedInHeaders((name) => headers[name]) };
  });
}

/** Events are in `stream`, or in `body` in the format of a model. */
export function streamOf(output: object): AsyncIterable<unknown> | undefined {
  const { stream, body } = output as Readonly<Record<string, AsyncIterable<unknown> | undefined>>;
  return [stream, body].find((each) => typeof each?.[Symbol.asyncIterator] === "function");
}

/** The answer with originals: in its properties, or in a body that is JSON as bytes. */
function restoredAnswer(restoration: Restoration, codec: AnyCodec, output: object): object {
  const { body, contentType = "application/json" } = output as InvokedOutput;
  if (!(body instanceof Uint8Array)) return restoration.answer(codec, output);
  const restorer = restoration.body(codec, contentType);
  if (restorer === undefined) return output;
  const bytes = Buffer.concat([restorer.push(body), restorer.end()]);
  if (bytes.equals(body)) return output;
  // The client's subclass of `Uint8Array` can be read as text.
  const own: Uint8Array = Object.setPrototypeOf(
    Uint8Array.from(bytes),
    Object.getPrototypeOf(body),
  );
  return { ...output, body: own };
}

/** An answer in the format of a model. */
interface InvokedOutput {
  readonly body?: unknown;
  readonly contentType?: string | undefined;
}
