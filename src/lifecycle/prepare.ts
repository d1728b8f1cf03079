import { UnguardedRequestError } from "../errors.ts";
import { oneWalkOf } from "../providers/prompt/one-walk.ts";
import {
  type CopiedPrompt,
  type Prompt,
  type ProviderCodec,
  UnreadableRequestError,
} from "../providers/provider.ts";
import type { Approval } from "./guard/approval.ts";

/** A request that was read and can be written again with approved texts. */
export interface Prepared<Request> {
  readonly prompt: Prompt;
  /** The request as it was read. The app's object may be read differently a second time. */
  readonly copy: Request;
  /**
   * The approved request. Always based on the copy made before the guard was asked, never on the
   * app's object.
   */
  write(approval: Approval): Request;
}

/**
 * Copies a request and reads the copy. The guard is asked about this copy, and only it is sent, so
 * that later changes by the app have no effect.
 *
 * @throws UnguardedRequestError if the request may contain text that the codec cannot read, or the
 * codec fails.
 */
export function prepare<Request, Response, Chunk>(
  codec: ProviderCodec<Request, Response, Chunk>,
  request: Request,
): Prepared<Request> {
  const { prompt, copy } = readAndCopy(codec, request);
  return {
    prompt,
    copy,
    write(approval) {
      const { collapsed, rewritten, texts, names } = approval;
      if (collapsed === undefined) return rewritten ? codec.writePrompt(copy, texts, names) : copy;
      // Files that remain in it keep their names.
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
    // Without a cause: the error of a custom codec may quote the prompt.
    throw new UnguardedRequestError(`${why} Nothing was sent.`);
  }
}
