/** The error that a promise rejects with. */
export async function caught(work: PromiseLike<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    return error as Error;
  }
  throw new Error("Nothing was thrown.");
}

/** All chunks of a stream. */
export async function gather<T>(stream: AsyncIterable<T> | undefined): Promise<T[]> {
  const events: T[] = [];
  for await (const event of stream ?? []) events.push(event);
  return events;
}
