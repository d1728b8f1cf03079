type Class = abstract new (...args: never[]) => Request;

/**
 * Whether it is a request of this process's own kind, which its `fetch` can read and copy.
 *
 * A web framework may put a class of its own in the place of the global `Request` for everybody
 * (Hono's server for Node.js does), and then `instanceof` knows neither a request that was made
 * before nor the clone of a later one: both are of the class below.
 */
export function isOwnRequest(input: unknown): input is Request {
  return typeof input === "object" && input instanceof lowest(Request);
}

/**
 * What a request was made with, which is what `fetch` goes by: properties that somebody put over those
 * of the class, on the object or in a class of its own, are not. Of a request of another kind, what it says.
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

/** The class that all the others extend. Below it is a function without a prototype. */
function lowest(given: Class): Class {
  const below: unknown = Object.getPrototypeOf(given);
  return isClass(below) ? lowest(below) : given;
}

function isClass(value: unknown): value is Class {
  return typeof value === "function" && typeof value.prototype === "object";
}
