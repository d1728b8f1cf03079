import type { OneWalk, ProviderCodec } from "../provider.ts";

/** The one walk that does for `readPrompt` and `writePrompt` of a codec, where it has one for these two. */
export function oneWalkOf<Request, Response, Chunk>(
  codec: ProviderCodec<Request, Response, Chunk>,
): OneWalk<Request> | undefined {
  const { oneWalk, readPrompt, writePrompt } = codec;
  return oneWalk?.readPrompt === readPrompt && oneWalk.writePrompt === writePrompt
    ? oneWalk
    : undefined;
}
