import type { AnyCodec, Route } from "../../providers/provider.ts";
import type { RouteRow } from "../../providers/route/route-row.ts";
import type { ClientInternals } from "./client-shape.ts";

/** What only some apps need: formats beyond the most used ones, and a table of routes. */
export interface OtherRoutes {
  readonly codecs: readonly AnyCodec[];
  /** What is known of a route. */
  rowOf(route: Route): RouteRow | undefined;
}

/** Other routes, loaded with the first request that is of none of the most used formats. */
export class LateRoutes {
  readonly #import: () => Promise<OtherRoutes>;
  #loaded: OtherRoutes | undefined = undefined;

  constructor(load: () => Promise<OtherRoutes>) {
    this.#import = load;
  }

  /** Undefined until they have been loaded, so that later requests wait for nothing. */
  get loaded(): OtherRoutes | undefined {
    return this.#loaded;
  }

  async load(): Promise<OtherRoutes> {
    this.#loaded ??= await this.#import();
    return this.#loaded;
  }
}

/**
 * What tells one provider's client from another's. Their classes come from one generator
 * (Stainless) and do alike all that a guard has to stand in.
 */
export interface ClientDialect {
  /** What such a client is called in an error: "OpenAI". */
  readonly name: string;
  /** What a client has to be, said of one that is not. */
  readonly expected: string;
  /** Formats of the requests that apps make most, at hand from the beginning. */
  readonly codecs: readonly AnyCodec[];
  /** All others, and what is known of routes. */
  readonly others: LateRoutes;
  /** Paths that clients for other platforms put in the place of a guarded route's own. */
  readonly platformPaths?: RegExp;
  /** Whether the server at an address is known to report usage of streams when asked to. */
  takesUsageRequest(url: string): boolean;
  /** The client's resources that have helpers: streams that put their answer together, loops with tools. */
  helpful(client: object): readonly (object | undefined)[];
  /** Refuses what would go past the client's requests, where the client can be made to. */
  refuseOthers?(client: ClientInternals): void;
}
