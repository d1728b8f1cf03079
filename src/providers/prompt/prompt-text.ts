import type { Segment, SegmentKind, UninspectedKind, UninspectedPart } from "../../types.ts";

/**
 * Receives the content of a request from a codec. The same code reads and writes, so that both
 * agree on the texts and their order.
 */
export interface PromptVisitor {
  /** A text, in order; the result replaces it in the copy. */
  text(text: string, role: string, kind: SegmentKind): string;
  /** The name of a participant or file; the result replaces it in the copy. */
  name?(name: string): string;
  /** Runs `read`, which shows instructions beside a conversation. Default: it is just run. */
  instructions?<T>(read: () => T): T;
  /** Content other than text, with its media type if declared. */
  uninspected(kind: UninspectedKind, mediaType?: string | undefined): void;
  /** The texts collected so far, for visitors that collect. */
  readonly segments?: readonly Segment[] | undefined;
}

/** Collects the texts of a request. An empty text needs no check and is no segment. */
export class PromptReader implements PromptVisitor {
  readonly segments: Segment[] = [];
  /** Created on demand: most prompts contain only text. */
  #parts: Map<UninspectedKind, { count: number; mediaTypes: Set<string> }> | undefined = undefined;

  text(text: string, role: string, kind: SegmentKind): string {
    if (text !== "") this.segments.push({ role, kind, text });
    return text;
  }

  uninspected(kind: UninspectedKind, mediaType?: string | undefined): void {
    this.#parts ??= new Map();
    let part = this.#parts.get(kind);
    if (part === undefined) {
      part = { count: 0, mediaTypes: new Set() };
      this.#parts.set(kind, part);
    }
    part.count += 1;
    if (mediaType !== undefined && part.mediaTypes.size < MAX_MEDIA_TYPES) {
      part.mediaTypes.add(mediaType);
    }
  }

  /** Content other than text, by kind, in order of first appearance. */
  get uninspectedParts(): readonly UninspectedPart[] {
    if (this.#parts === undefined) return NO_PARTS;
    return [...this.#parts].map(([kind, { count, mediaTypes }]) => {
      return { kind, count, mediaTypes: [...mediaTypes] };
    });
  }
}

/** Maximum number of media types listed per kind. */
const MAX_MEDIA_TYPES = 16;
const NO_PARTS: readonly UninspectedPart[] = Object.freeze([]);

/** Writes texts into a request, in the order in which {@link PromptReader} found the old ones. */
export class PromptWriter implements PromptVisitor {
  readonly #texts: readonly string[];
  readonly #names: readonly string[] | undefined;
  #next = 0;
  #nextName = 0;

  /** Without `names`, those in the request stay. */
  constructor(texts: readonly string[], names?: readonly string[]) {
    this.#texts = texts;
    this.#names = names;
  }

  text(text: string): string {
    if (text === "") return text;
    const written = this.#texts[this.#next];
    this.#next += 1;
    // The request has grown since it was read: the new text was never approved.
    if (written === undefined) throw new RangeError("The request has more texts than were given.");
    return written;
  }

  name(name: string): string {
    if (this.#names === undefined) return name;
    const written = this.#names[this.#nextName];
    this.#nextName += 1;
    if (written === undefined) throw new RangeError("The request has more names than were given.");
    return written;
  }

  uninspected(): void {}

  /** @throws RangeError if texts are left over. */
  assertDone(): void {
    if (this.#next === this.#texts.length) return;
    throw new RangeError(`The request has ${this.#next} texts, ${this.#texts.length} were given.`);
  }
}
