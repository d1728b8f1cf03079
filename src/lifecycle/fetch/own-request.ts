type Class = abstract new (...args: never[]) => Request;

/**
 * Whether it is a `Request` of this runtime, which its `fetch` can read and copy.
 *
 * A framework may replace the global `Request` by a subclass (Hono's Node.js server does);
 * `instanceof` then fails for requests created before and for clones of later ones, which are
 * instances of the base class.
 */
export function isOwnRequest(input: unknown): input is Request {
  return typeof input === "object" && input instanceof lowest(Request);
}

/** Whether it is a `Request` of any implementation: the app's `fetch` may have its own. */
export function isRequest(input: RequestInfo | URL): input is Request {
  return typeof input === "object" && typeof (input as Partial<Request>).url === "string";
}

/**
 * The property as `fetch` sees it, that is, by the base class's own getter: overrides on the object
 * or in a subclass have no effect on `fetch`. For requests of other implementations, the plain
 * property.
 */
export function madeWith<Name extends "url" | "method" | "body">(
  request: Request,
  name: Name,
): Request[Name] {
  const { get } = Object.getOwnPropertyDescriptor(lowest(Request).prototype, name) ?? {};
  try {
    return get === undefined ? request[name] : get.call(request);
  } catch {
    return request[name];
  }
}

/** The base class at the bottom of the chain. Below it is a function without a prototype. */
function lowest(given: Class): Class {
  const below: unknown = Object.getPrototypeOf(given);
  return isClass(below) ? lowest(below) : given;
}

function isClass(value: unknown): value is Class {
  return typeof value === "function" && typeof value.prototype === "object";
}
