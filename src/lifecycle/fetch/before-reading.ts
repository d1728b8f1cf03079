/** The methods that read a whole response. `bytes` is missing in the oldest supported runtime. */
export const WHOLE_READERS = ["text", "json", "arrayBuffer", "blob", "bytes", "formData"] as const;

/** All ways to read or copy a response. */
const READERS = ["body", "clone", ...WHOLE_READERS] as const;

/** Calls `begin` once, before the first access to any of them, after restoring `response`. */
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
