import { UnguardedRequestError } from "../errors.ts";
import { oneWalkOf } from "../providers/prompt/one-walk.ts";
import {
  type CopiedPrompt,
  type Prompt,
  type ProviderCodec,
  UnreadableRequestError,
} from "../providers/provider.ts";
import type { Approval } from "./guard/approval.ts";

/** A request that was read, and that is written again once its words are approved. */
export interface Prepared<Request> {
  readonly prompt: Prompt;
  /** The approved request. Always the copy made before the guard was asked, never the app's object. */
  write(approval: Approval): Request;
}

/**
 * Reads a request and sets a copy of it aside. What the guard is asked about and what is sent
 * later is that copy, so that nothing the app changes in between can slip past.
 *
 * @throws UnguardedRequestError when the request may hold text where the codec cannot look, or
 * the codec fails at it.
 */
export function prepare<Request, Response, Chunk>(
  codec: ProviderCodec<Request, Response, Chunk>,
  request: Request,
): Prepared<Request> {
  const { prompt, copy } = readAndCopy(codec, request);
  return {
    prompt,
    write(approval) {
      const { collapsed, rewritten, texts, names } = approval;
      if (collapsed === undefined) return rewritten ? codec.writePrompt(copy, texts, names) : copy;
      // The files that stay in it keep their names.
      const named = names === undefined ? copy : codec.writePrompt(copy, texts, names);
      return codec.collapsePrompt(named, collapsed);
    },
  };
}

function readAndCopy<Request, Response, Chunk>(
  codec: ProviderCodec<Request, Response, Chunk>,
  request: Request,
): CopiedPrompt<Request> {
  try {
    const oneWalk = oneWalkOf(codec);
    if (oneWalk !== undefined) return oneWalk.readAndCopy(request);
    const prompt = codec.readPrompt(request);
    const texts = prompt.segments.map((segment) => segment.text);
    return { prompt, copy: codec.writePrompt(request, texts) };
  } catch (error) {
    const why =
      error instanceof UnreadableRequestError
        ? error.message
        : `The request cannot be checked: the codec ${codec.name} failed at it.`;
    // Without a cause: what a codec of the app's own throws may quote the prompt.
    throw new UnguardedRequestError(`${why} Nothing was sent.`);
  }
}
