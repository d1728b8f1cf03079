/** A header's value by name, in any case. Several lines are joined (RFC 9110, section 5.3). */
export type ReadHeader = (name: string) => string | undefined;

/** The shapes of requests: Node.js, Express and Fastify; Fetch; a Hono context. */
interface AnyRequest {
  readonly headers?: HeaderRecord | Pick<Headers, "get"> | undefined;
  readonly socket?: { readonly remoteAddress?: unknown } | undefined;
  readonly raw?: AnyRequest | undefined;
  readonly req?: AnyRequest | undefined;
  readonly env?: { readonly incoming?: AnyRequest } | undefined;
}

type HeaderRecord = Readonly<Record<string, unknown>>;

/** A function that reads the headers of a request. */
export function headersOf(request: object): ReadHeader {
  const { headers, raw, req }: AnyRequest = request;
  const found = headers ?? raw?.headers ?? req?.raw?.headers ?? {};
  if (typeof found.get === "function") {
    const get = found.get as Headers["get"];
    return (name) => textOf(get.call(found as Headers, name));
  }
  return (name) => textOf((found as HeaderRecord)[name.toLowerCase()]);
}

function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.filter((line) => typeof line === "string").join(", ");
  return typeof value === "string" ? value : undefined;
}

/** The remote address of the connection, if the request has it. */
export function socketAddressOf(request: object): unknown {
  const { socket, raw, env }: AnyRequest = request;
  return (socket ?? raw?.socket ?? env?.incoming?.socket)?.remoteAddress;
}

/** A cookie's value (RFC 6265, section 5.4), decoded if possible. */
export function cookieOf(header: ReadHeader, name: string): string | undefined {
  for (const pair of header("cookie")?.split(";") ?? []) {
    const at = pair.indexOf("=");
    if (at < 0 || pair.slice(0, at).trim() !== name) continue;
    const value = pair
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/, "$1");
    try {
      return decodeURIComponent(value);
    } catch {
      return value;
    }
  }
  return undefined;
}
