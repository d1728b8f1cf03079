import type {
  ConverseCommandInput,
  ConverseCommandOutput,
  ConverseStreamCommandOutput,
  ConverseStreamOutput,
} from "@aws-sdk/client-bedrock-runtime";
import { joinSignals } from "../../base/join-signals.ts";
import { ConfigurationError } from "../../errors.ts";
import { markOptionsBySignal } from "../../lifecycle/run-in-lifecycle.ts";
import { bedrockConverseInputCodec } from "../../providers/bedrock-converse/codec.ts";
import type { ModelProvider, ProviderCall } from "../../providers/model-provider.ts";

/** Sends commands: a `BedrockRuntimeClient` of any version, or `BedrockRuntime`. */
export interface ConverseClient {
  /** Takes a command and its options. */
  send(...given: never[]): unknown;
}

/** The commands of the app's own copy of the package, for apps that have several. */
export interface BedrockCommands {
  /** Sent by `guard.call`. */
  readonly ConverseCommand: new (
    input: never,
  ) => object;
  /** Sent by `guard.stream`. */
  readonly ConverseStreamCommand: new (
    input: never,
  ) => object;
}

/** The options that the client takes with a command. */
export interface ConverseOptions {
  /** Cancels the call, in addition to the signal of its context. */
  readonly abortSignal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly requestTimeout?: number | undefined;
}

/** The client's own types: input, answer, event and per-request options. */
export type ConverseProvider = ModelProvider<
  ConverseCommandInput,
  ConverseCommandOutput,
  ConverseStreamOutput,
  ConverseOptions
>;

/**
 * Creates a provider for `guard.call` and `guard.stream` from a Bedrock client's conversations. The
 * client itself stays unguarded. With a client that is already guarded, a call still makes one
 * lifecycle. `commands` are the two commands to send; by default those of the installed
 * `@aws-sdk/client-bedrock-runtime`.
 *
 * @throws ConfigurationError if `client` cannot send commands; with the first call, if the package
 * is not installed.
 */
export function bedrockConverse(
  client: ConverseClient,
  commands?: BedrockCommands,
): ConverseProvider {
  if (typeof client?.send !== "function") {
    throw new ConfigurationError("bedrockConverse needs a BedrockRuntimeClient.");
  }
  const send = async (call: Call, kind: keyof BedrockCommands): Promise<unknown> => {
    const { [kind]: Command } = commands ?? (await installedCommands());
    const { requestOptions } = call;
    const abortSignal = joinSignals(call.signal, requestOptions?.abortSignal);
    const command = new Command(call.request as never);
    const options = markOptionsBySignal(call.signal, { ...requestOptions, abortSignal });
    return client.send(...([command, options] as never[]));
  };
  const provider: ModelProvider<object, unknown, unknown, ConverseOptions> = {
    codec: bedrockConverseInputCodec,
    recipientOf: () => client,
    call: (call) => send(call, "ConverseCommand"),
    stream: async (call) => {
      const output = (await send(call, "ConverseStreamCommand")) as ConverseStreamCommandOutput;
      return output.stream as AsyncIterable<unknown>;
    },
    // The last event of a stream always reports usage.
    takesUsageRequest: false,
    asStream: (request) => request,
  };
  return provider as unknown as ConverseProvider;
}

type Call = ProviderCall<object, ConverseOptions>;

async function installedCommands(): Promise<BedrockCommands> {
  try {
    return await import("@aws-sdk/client-bedrock-runtime");
  } catch (cause) {
    throw new ConfigurationError(
      "bedrockConverse needs the package @aws-sdk/client-bedrock-runtime, which is not installed. Run: npm install @aws-sdk/client-bedrock-runtime",
      { cause },
    );
  }
}
