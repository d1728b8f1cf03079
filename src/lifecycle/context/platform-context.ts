/** What a serverless platform knows of the request at hand, as far as it concerns us. */
export interface PlatformContext {
  /** Keeps the function alive until the work has settled, though its answer is on its way. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

interface Platforms {
  readonly [place: symbol]: { get?(): PlatformContext | undefined } | undefined;
  readonly Netlify?: { readonly context?: PlatformContext | null } | undefined;
}

// Where Next.js looks on any host, and where Vercel's own functions have it (`@vercel/functions`).
const NEXT = Symbol.for("@next/request-context");
const VERCEL = Symbol.for("@vercel/request-context");

/**
 * The context of the request at hand, where a platform offers it under a global name: Vercel,
 * Next.js on other hosts, and Netlify (its reference of functions, "Netlify global object").
 * Asked for each event anew, because it is another one for each request. May throw what the
 * platform throws.
 */
export function platformContext(): PlatformContext | undefined {
  const platforms = globalThis as Platforms;
  return (
    platforms[NEXT]?.get?.() ??
    platforms[VERCEL]?.get?.() ??
    platforms.Netlify?.context ??
    undefined
  );
}
