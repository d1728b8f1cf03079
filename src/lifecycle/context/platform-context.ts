/** The part of a serverless platform's request context that is used here. */
export interface PlatformContext {
  /** Keeps the function alive until the promise has settled, even after the response. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

interface Platforms {
  readonly [place: symbol]: { get?(): PlatformContext | undefined } | undefined;
  readonly Netlify?: { readonly context?: PlatformContext | null } | undefined;
}

// Where Next.js looks on any host, and where Vercel's functions have it (`@vercel/functions`).
const NEXT = Symbol.for("@next/request-context");
const VERCEL = Symbol.for("@vercel/request-context");

/**
 * The current request's context, where the platform offers it globally: Vercel, Next.js on other
 * hosts, and Netlify (functions reference, "Netlify global object"). Read for each event, because
 * each request has its own. May throw what the platform throws.
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
