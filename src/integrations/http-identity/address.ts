import { isIP } from "node:net";
import { forwardedFor, lastElements } from "./forwarded.ts";
import type { ReadHeader } from "./request-shape.ts";

/** What is needed to find an address. */
interface Forwarding {
  readonly header: ReadHeader;
  readonly forwardedHeader: "x-forwarded-for" | "forwarded" | undefined;
  /** The remote end of the connection: the nearest proxy. */
  readonly socket: unknown;
}

/**
 * The address that the outermost of `hops` proxies saw; undefined if it wrote no valid one. A
 * request that bypassed some proxies has fewer entries; the first one is then the farthest.
 */
export function addressAfter(hops: number, forwarding: Forwarding): string | undefined {
  const { header, forwardedHeader, socket } = forwarding;
  const farthest = (name: "x-forwarded-for" | "forwarded"): string | undefined => {
    if (forwardedHeader !== undefined && forwardedHeader !== name) return undefined;
    const quotes = name === "forwarded";
    return lastElements(header(name) ?? "", { count: hops, quotes })[0];
  };
  const listed = farthest("x-forwarded-for");
  const element = farthest("forwarded");
  if (element === undefined) return plainAddress(listed ?? socket);
  const address = plainAddress(forwardedFor(element));
  return listed === undefined || plainAddress(listed) === address ? address : undefined;
}

/**
 * An address without port, brackets and zone; undefined for anything else (`unknown`, names,
 * obfuscated identifiers of RFC 7239). An IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2) is
 * returned as IPv4.
 */
export function plainAddress(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > 64) return undefined;
  const [, bracketed, dotted] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(value) ?? [];
  const [address = ""] = (bracketed ?? dotted ?? value).toLowerCase().split("%", 1);
  if (isIP(address) === 0) return undefined;
  const mapped = /^::ffff:(?:([\d.]+)|([\da-f]+):([\da-f]+))$/.exec(address);
  if (mapped === null) return address;
  const [, ipv4, high = "", low = ""] = mapped;
  return ipv4 ?? [high, low].map((part) => bytesOf(Number.parseInt(part, 16))).join(".");
}

function bytesOf(pair: number): string {
  return `${pair >> 8}.${pair & 255}`;
}
