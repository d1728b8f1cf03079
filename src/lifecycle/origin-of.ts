/**
 * What an object that an SDK has made leads back to: an error of giving up retrying to the last
 * attempt's (`lastError`), a helper around a stream to the signal that it makes its calls with, a
 * result of the AI SDK to the headers of its last answer.
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
 * The one object of an answer that the AI SDK hands on as the model gave it, in results, in steps of
 * them and in responses. Own properties alone are read: a getter of a streamed text begins to read
 * the stream that it tells of.
 */
function resultHeaders(result: object): unknown {
  const step = lastIn(own(result, "steps")) ?? result;
  const response = own(step, "response") ?? lastIn(own(step, "responses")) ?? step;
  // What is kept of an answer in pieces, as pages of a list are, keeps the response itself.
  return own(response, "headers") ?? response;
}

function lastIn(list: unknown): unknown {
  return Array.isArray(list) ? list.at(-1) : undefined;
}

function own(holder: unknown, name: string): unknown {
  return Object.getOwnPropertyDescriptor(Object(holder), name)?.value;
}
