import type { Segment, SegmentKind, UninspectedKind, UninspectedPart } from "../../types.ts";

/**
 * What a codec tells of a request while it walks through it. One walk serves for reading and for
 * writing, so that both agree on which texts there are and in which order.
 */
export interface PromptVisitor {
  /** A text, in order; what is returned stands in its place in the copy. */
  text(text: string, role: string, kind: SegmentKind): string;
  /** What a message is signed with or a file is called; what is returned stands in its place in the copy. */
  name?(name: string): string;
  /** Content that is no text. `mediaType` as declared, when it was. */
  uninspected(kind: UninspectedKind, mediaType?: string | undefined): void;
  /** What it has gathered so far, where it gathers. */
  readonly segments?: readonly Segment[] | undefined;
}

/** Gathers the texts of a request. An empty text is nothing to check and no segment. */
export class PromptReader implements PromptVisitor {
  readonly segments: Segment[] = [];
  names: string[] | undefined = undefined;
  /** Made when there is one: most prompts are text and nothing else. */
  #parts: Map<UninspectedKind, { count: number; mediaTypes: Set<string> }> | undefined = undefined;

  text(text: string, role: string, kind: SegmentKind): string {
    if (text !== "") this.segments.push({ role, kind, text });
    return text;
  }

  name(name: string): string {
    this.names ??= [];
    this.names.push(name);
    return name;
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

  /** What was not text, by kind in the order of first appearance. */
  get uninspectedParts(): readonly UninspectedPart[] {
    if (this.#parts === undefined) return NO_PARTS;
    return [...this.#parts].map(([kind, { count, mediaTypes }]) => {
      return { kind, count, mediaTypes: [...mediaTypes] };
    });
  }
}

/** Distinct media types that are listed for one kind; more say nothing more. */
const MAX_MEDIA_TYPES = 16;
const NO_PARTS: readonly UninspectedPart[] = Object.freeze([]);

/** Puts texts into a request, in the order in which {@link PromptReader} found the old ones. */
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
    // A request that has grown since it was read: the new text was never approved.
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

  /** Throws a `RangeError` when texts are left over. */
  assertDone(): void {
    if (this.#next === this.#texts.length) return;
    throw new RangeError(`The request has ${this.#next} texts, ${this.#texts.length} were given.`);
  }
}
