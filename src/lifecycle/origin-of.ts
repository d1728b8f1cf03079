/**
 * Finds the object behind one that an SDK made: for an error after the last retry, the error of the
 * last attempt (`lastError`); for a helper around a stream, the signal it makes its calls with; for
 * a result of the AI SDK, the headers of its last response.
 */
export function originOf(made: object): object | undefined {
  try {
    const { lastError, controller } = made as {
      readonly lastError?: unknown;
      readonly controller?: { readonly signal?: unknown } | null;
    };
    const origin = lastError ?? controller?.signal ?? resultHeaders(made);
    return typeof origin === "object" && origin !== null ? origin : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The only part of a response that the AI SDK passes on unchanged, in results, steps and responses.
 * Reads own properties only, because a getter of a streamed text would start reading the stream.
 */
function resultHeaders(result: object): unknown {
  const step = lastIn(own(result, "steps")) ?? result;
  const response = own(step, "response") ?? lastIn(own(step, "responses")) ?? step;
  // Objects made of several responses, such as pages of a list, keep the response itself.
  return own(response, "headers") ?? response;
}

function lastIn(list: unknown): unknown {
  return Array.isArray(list) ? list.at(-1) : undefined;
}

function own(holder: unknown, name: string): unknown {
  return Object.getOwnPropertyDescriptor(Object(holder), name)?.value;
}
