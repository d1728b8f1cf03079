import { ignoreLateRejection } from "../../base/late-rejection.ts";

/** Makes a serverless platform wait for `work`, even after the response. */
export type KeepAlive = (work: Promise<unknown>) => void;

/** The part of a serverless platform's request context that is used here. */
interface PlatformContext {
  readonly waitUntil?: KeepAlive | undefined;
}

interface Platforms {
  readonly [place: symbol]: { get?(): PlatformContext | undefined } | undefined;
  readonly Netlify?: { readonly context?: PlatformContext | null } | undefined;
}

// Where Next.js looks on any host, and where Vercel's functions have it (`@vercel/functions`).
const NEXT = Symbol.for("@next/request-context");
const VERCEL = Symbol.for("@vercel/request-context");

/**
 * The option `waitUntil`, or else that of the platform's context, made safe to call: a failure does
 * not stop the call.
 */
export function keepAliveBy(waitUntil: KeepAlive | undefined): KeepAlive {
  return (work) => {
    try {
      ignoreLateRejection(
        waitUntil === undefined ? platformContext()?.waitUntil?.(work) : waitUntil(work),
      );
    } catch {
      // Platforms throw outside of a request; there is nothing to keep alive then.
    }
  };
}

/**
 * The current request's context, where the platform offers it globally: Vercel, Next.js on other
 * hosts, and Netlify (functions reference, "Netlify global object"). Read for each event, because
 * each request has its own. May throw what the platform throws.
 */
function platformContext(): PlatformContext | null | undefined {
  const platforms = globalThis as Platforms;
  return platforms[NEXT]?.get?.() ?? platforms[VERCEL]?.get?.() ?? platforms.Netlify?.context;
}
