import type { ResponseHeaders } from "../../transport/transport.ts";

/** A header's value; the first one if there are several. */
export function headerText(headers: ResponseHeaders, name: string): string | undefined {
  if (!Object.hasOwn(headers, name)) return undefined;
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}
