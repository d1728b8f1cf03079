/** Whether a `connection` is a client at work, and not the options of one. */
export function isClient(connection: object): boolean {
  const { status, isOpen, on } = connection as Readonly<Record<string, unknown>>;
  // ioredis says how it is by `status`, node-redis by `isOpen`.
  return typeof on === "function" && (typeof status === "string" || isOpen !== undefined);
}
