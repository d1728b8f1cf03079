/** The options of a model call, for any kind of model and version. */
export interface ModelOptions {
  readonly abortSignal?: AbortSignal | undefined;
  /** HTTP headers for the provider. They contain no prompt text. */
  readonly headers?: object | undefined;
  readonly prompt?: unknown;
}

/** A model as passed to middlewares. Its kind determines which methods it has. */
export interface WrappedModel {
  readonly modelId: string;
  readonly specificationVersion?: unknown;
  readonly provider?: unknown;
  /** The configuration it was created with. */
  readonly config?: unknown;
  doGenerate(options: object): PromiseLike<unknown>;
  doStream(options: object): PromiseLike<OpenedStream>;
  doEmbed(options: object): PromiseLike<unknown>;
}

/** One call of a model. */
export interface ModelCall {
  readonly model: WrappedModel;
  readonly options: ModelOptions;
  /** Whether the answer is a stream. */
  readonly stream: boolean;
}

/** The result of opening a stream; only `stream` exists in all versions. */
export interface OpenedStream {
  readonly stream: ReadableStream<unknown>;
}

/**
 * The options as a codec reads them: with the model's id, which the SDK keeps separately. No
 * version has options of its own under these two names.
 */
export function requestOf({ model, options, stream }: ModelCall): CodecRequest {
  return { ...options, model: model.modelId, stream };
}

/** See {@link requestOf}. */
export interface CodecRequest extends ModelOptions {
  readonly model: string;
  readonly stream: boolean;
}

/** The approved options, with the signal that cancels the call and this attempt's headers. */
export function optionsOf(
  request: CodecRequest,
  abortSignal: AbortSignal,
  headers: object | undefined,
): object {
  const { model: _, stream: __, ...options } = request;
  return { ...options, abortSignal, ...(headers && { headers }) };
}
