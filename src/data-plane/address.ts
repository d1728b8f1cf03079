import { ConfigurationError } from "../errors.ts";

/** Where the service is. */
export interface Address {
  readonly url: URL;
  /** Origin-relative path of an endpoint, below the base address's own path. */
  pathOf(endpoint: string): string;
}

const HINT = "(or the environment variable GUARD_BASE_URL)";

/**
 * Reads the base address. `http:` is for this machine alone unless the user says otherwise:
 * prompts and the key would travel readable. Messages name the option and never show the value,
 * which may hold a password.
 *
 * @throws ConfigurationError
 */
export function readAddress(baseURL: string, allowInsecureHttp: boolean): Address {
  // URL parsers disagree on these, and readers on where such an address leads.
  if (/[\\\s]/.test(baseURL)) throw wrong("must not hold blanks, line breaks or backslashes");
  const url = parse(baseURL);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw wrong("must begin with https:// (or http:// for this machine)");
  }
  if (url.username || url.password || hasUserInfo(baseURL)) {
    throw wrong("must not carry a user name or password. Pass the key as apiKey");
  }
  // An empty query or fragment leaves no trace in the parsed URL either.
  if (/[?#]/.test(baseURL)) throw wrong("must not carry a query or fragment");
  if (url.protocol === "http:" && !allowInsecureHttp && !isThisMachine(url.hostname)) {
    throw wrong(
      "is plain http to another machine. Use https, or allowInsecureHttp in your own network",
    );
  }
  const basePath = url.pathname.replace(/\/+$/, "");
  return { url, pathOf: (endpoint) => basePath + endpoint };
}

/**
 * Keys belong to servers: a page would hand its key to every visitor. And calls need what Node.js
 * has: in an edge runtime each would fail by itself, so it is told at once.
 *
 * @throws ConfigurationError
 */
export function refuseBrowsers(scope: object = globalThis): void {
  const { window: page, process: program } = scope as {
    window?: { document?: unknown };
    process?: { versions?: { node?: unknown } };
  };
  if (program?.versions?.node && !page?.document) return;
  throw new ConfigurationError(
    "Only for Node.js on servers: in a browser every visitor could read the apiKey.",
  );
}

function parse(baseURL: string): URL {
  try {
    return new URL(baseURL);
  } catch {
    throw wrong("is not a URL");
  }
}

/** An empty user name (`http://@host`) leaves no trace in the parsed URL, but nobody means it. */
function hasUserInfo(baseURL: string): boolean {
  const authority = /^[a-z][a-z0-9+.-]*:\/*([^/?#]*)/i.exec(baseURL)?.[1] ?? "";
  return authority.includes("@");
}

/**
 * Literal addresses and the one reserved name (RFC 6761, section 6.3): whatever else resolves
 * to this machine today may resolve elsewhere tomorrow. The URL parser has already brought
 * every spelling of an IPv4 address into this form.
 */
function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function wrong(what: string): ConfigurationError {
  return new ConfigurationError(`baseURL ${HINT} ${what}.`);
}
