import type { OneWalk, ProviderCodec } from "../provider.ts";

/** The codec's `oneWalk`, if it replaces exactly its `readPrompt` and `writePrompt`. */
export function oneWalkOf<Request, Response, Chunk>(
  codec: ProviderCodec<Request, Response, Chunk>,
): OneWalk<Request> | undefined {
  const { oneWalk, readPrompt, writePrompt } = codec;
  return oneWalk?.readPrompt === readPrompt && oneWalk.writePrompt === writePrompt
    ? oneWalk
    : undefined;
}
