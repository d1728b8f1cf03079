import { isIP } from "node:net";
import type { ReadHeader } from "./request-shape.ts";

/** What an address is found with. */
interface Forwarding {
  readonly header: ReadHeader;
  readonly forwardedHeader: "x-forwarded-for" | "forwarded" | undefined;
  /** The other end of the connection: the nearest proxy. */
  readonly socket: unknown;
}

/** The address that the outermost of `hops` proxies saw; undefined when it wrote none that is one. */
export function addressAfter(hops: number, forwarding: Forwarding): string | undefined {
  const { header, forwardedHeader, socket } = forwarding;
  const named = (name: string) => (forwardedHeader ?? name) === name;
  const lists = [
    named("x-forwarded-for") ? listOf(header("x-forwarded-for")) : [],
    named("forwarded") ? listOf(header("forwarded")).map(forOf) : [],
  ].filter((list) => list.length > 0);
  if (lists.length === 0) return plainAddress(socket);
  // A request that came past some of the proxies has fewer entries: the first is the farthest.
  const [found, other] = lists.map((list) => plainAddress(list[Math.max(0, list.length - hops)]));
  return lists.length === 1 || found === other ? found : undefined;
}

/** The elements of a list in a header (RFC 9110, 5.6.1), quoted commas aside. */
function listOf(value: string | undefined): string[] {
  const elements = value?.match(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g) ?? [];
  return elements.map((element) => element.trim()).filter((element) => element !== "");
}

/** Who a request was forwarded for, in one element of `Forwarded` (RFC 7239, 4). Empty when it does not say. */
function forOf(element: string): string {
  return /(?:^|;)\s*for=(?:"([^"]*)"|([^;\s]*))/i.exec(element)?.slice(1).join("") ?? "";
}

/**
 * An address without port, brackets and zone, or undefined for anything else (`unknown`, names,
 * RFC 7239's obfuscated identifiers). An IPv4 address in the clothes of IPv6 (RFC 4291, 2.5.5.2)
 * is given as what it is.
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
