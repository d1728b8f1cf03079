/** What a wrapped model is called with, of any kind and version: options with a signal among them. */
export interface ModelOptions {
  readonly abortSignal?: AbortSignal | undefined;
  /** For the provider. They hold no words of a prompt. */
  readonly headers?: object | undefined;
  readonly prompt?: unknown;
}

/** A model as middlewares get it. Which of the methods it has depends on its kind. */
export interface WrappedModel {
  readonly modelId: string;
  readonly specificationVersion?: unknown;
  readonly provider?: unknown;
  /** What it was made with. */
  readonly config?: unknown;
  doGenerate(options: object): PromiseLike<unknown>;
  doStream(options: object): PromiseLike<OpenedStream>;
  doEmbed(options: object): PromiseLike<unknown>;
}

/** A call on its way to a model. */
export interface ModelCall {
  readonly model: WrappedModel;
  readonly options: ModelOptions;
  /** Whether the answer is to come as a stream. */
  readonly stream: boolean;
}

/** What a stream opens with; `stream` is the one member that all versions have. */
export interface OpenedStream {
  readonly stream: ReadableStream<unknown>;
}

/**
 * Options as a codec reads them: with the model's id, which the SDK keeps apart. Whatever else
 * the options may hold under these two names is nothing that any version knows.
 */
export function requestOf({ model, options, stream }: ModelCall): CodecRequest {
  return { ...options, model: model.modelId, stream };
}

/** See {@link requestOf}. */
export interface CodecRequest extends ModelOptions {
  readonly model: string;
  readonly stream: boolean;
}

/** The approved options, with the signal that cancels the call and the headers of this attempt. */
export function optionsOf(
  request: CodecRequest,
  abortSignal: AbortSignal,
  headers: object | undefined,
): object {
  const { model: _, stream: __, ...options } = request;
  return { ...options, abortSignal, ...(headers && { headers }) };
}
