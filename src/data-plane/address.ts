import { ConfigurationError } from "../errors.ts";

/** Where the service is. */
export interface Address {
  readonly url: URL;
  /** The path of an endpoint below the base address. */
  pathOf(endpoint: string): string;
}

const HINT = "(or the environment variable GUARD_BASE_URL)";

/**
 * Parses the base address. `http:` is limited to this machine unless the user allows more, because
 * prompts and the key would be sent unencrypted. Messages name the option and never show the value,
 * which may contain a password.
 *
 * @throws ConfigurationError
 */
export function readAddress(baseURL: string, allowInsecureHttp: boolean): Address {
  // URL parsers disagree about these characters, and so do people about where such an address
  // leads.
  if (/[\\\s]/.test(baseURL)) throw wrong("must not hold blanks, line breaks or backslashes");
  const url = parse(baseURL);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw wrong("must begin with https:// (or http:// for this machine)");
  }
  if (url.username || url.password || hasUserInfo(baseURL)) {
    throw wrong("must not carry a user name or password. Pass the key as apiKey");
  }
  // An empty query or fragment is not visible in the parsed URL.
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
 * Rejects browsers, because a web page would show its key to every visitor, and edge runtimes,
 * which lack what calls need from Node.js: better one error here than one for each call.
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

/**
 * An empty user name (`http://@host`) is not visible in the parsed URL, and is always a mistake.
 */
function hasUserInfo(baseURL: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/*[^/?#]*@/i.test(baseURL);
}

/**
 * Loopback addresses and the one reserved name (RFC 6761, section 6.3): other names that resolve to
 * this machine now may resolve elsewhere later. The URL parser has already normalized all notations
 * of an IPv4 address.
 */
function isThisMachine(hostname: string): boolean {
  return /^(localhost|\[::1]|127(\.\d{1,3}){3})$/.test(hostname);
}

function wrong(what: string): ConfigurationError {
  return new ConfigurationError(`baseURL ${HINT} ${what}.`);
}
