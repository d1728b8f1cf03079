/**
 * The headers of the last answer in a result of the AI SDK, in a step of it or in its response: the
 * one object that the SDK hands on as the model gave it. Own properties alone are read: a getter of
 * a streamed text begins to read the stream that it tells of.
 */
export function resultHeaders(result: object): unknown {
  const step = lastIn(own(result, "steps")) ?? result;
  const response = own(step, "response") ?? lastIn(own(step, "responses")) ?? step;
  return own(response, "headers");
}

function lastIn(list: unknown): unknown {
  return Array.isArray(list) ? list.at(-1) : undefined;
}

function own(holder: unknown, name: string): unknown {
  return Object.getOwnPropertyDescriptor(Object(holder), name)?.value;
}
