/** Maximum depth of a comparison; providers' answers have fewer than ten levels. */
const MAX_DEPTH = 12;

/**
 * Properties that always differ: the stack differs with every layer, the socket with every
 * connection.
 */
const VOLATILE: ReadonlySet<PropertyKey> = new Set(["stack", "socket"]);

/** Names of headers that guarded responses have in addition. */
const OURS = /^x-guard-/;

/**
 * Everything that an app can see of a value without calling it, as plain data: its classes, and its
 * own properties with their attributes and values.
 */
export function observed(value: unknown, depth = 0): unknown {
  if (typeof value === "function") return `function ${value.name}`;
  if (typeof value !== "object" || value === null)
    return typeof value === "bigint" ? `${value}n` : value;
  if (depth > MAX_DEPTH) return "…";
  if (value instanceof Headers) return headersOf(value);
  if (value instanceof Response) return responseOf(value);
  if (value instanceof AbortController || value instanceof AbortSignal) return classesOf(value);
  // Without a prototype, so that a property named `__proto__` is an ordinary one.
  const own: Record<string, unknown> = Object.create(null);
  for (const key of Reflect.ownKeys(value)) {
    if (VOLATILE.has(key)) continue;
    own[String(key)] = propertyOf(value, key, depth);
  }
  return { classes: classesOf(value), own };
}

function propertyOf(value: object, key: PropertyKey, depth: number): unknown {
  const property = Object.getOwnPropertyDescriptor(value, key);
  const seen = observed(property?.get === undefined ? property?.value : "(computed)", depth + 1);
  return property?.enumerable === true ? seen : { hidden: seen };
}

/** The classes of a value, its own first. */
export function classesOf(value: object): string[] {
  const names: string[] = [];
  let prototype: object | null = Object.getPrototypeOf(value);
  while (prototype !== null) {
    names.push((prototype.constructor as { name?: string } | undefined)?.name ?? "");
    prototype = Object.getPrototypeOf(prototype);
  }
  return names;
}

function headersOf(headers: Headers): unknown {
  return [...headers].filter(([name]) => !OURS.test(name));
}

function responseOf(response: Response): unknown {
  const { status, statusText, ok, type, url, redirected } = response;
  const path = url === "" ? "" : new URL(url).pathname;
  return { status, statusText, ok, type, path, redirected, headers: headersOf(response.headers) };
}

/** The result of a promise, and for a raw response also its text. */
export async function outcomeOf(work: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    const value = await work();
    const text = value instanceof Response ? await value.clone().text() : undefined;
    return { resolved: observed(value), text };
  } catch (error) {
    return { rejected: observed(error) };
  }
}
