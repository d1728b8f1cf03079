/** All that a response can be read or copied by. */
const READERS = [
  ...["body", "text", "json", "arrayBuffer", "blob", "bytes", "formData", "clone"],
] as (keyof Response)[];

/** Calls `begin` once, as somebody reaches for a way of reading `response`, which is then as it was. */
export function beforeReading(response: Response, begin: () => void): void {
  const names = READERS.filter((name) => name in response);
  const own = names.map((name) => Object.getOwnPropertyDescriptor(response, name));
  const restore = (): void => {
    for (const [at, name] of names.entries()) {
      const descriptor = own[at];
      if (descriptor === undefined) Reflect.deleteProperty(response, name);
      else Object.defineProperty(response, name, descriptor);
    }
  };
  for (const [at, name] of names.entries()) {
    Object.defineProperty(response, name, {
      enumerable: own[at]?.enumerable ?? false,
      configurable: true,
      get() {
        restore();
        begin();
        return response[name];
      },
    });
  }
}
