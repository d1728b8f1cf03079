import type { IncomingMessage } from "node:http";
import type { BodyResult } from "./read-body.ts";
import type { ReceivedRequest } from "./received-request.ts";
import { routeOf } from "./routes.ts";

/** A request as the service sees it, with its body read or found too large. */
export function receivedRequest(
  message: IncomingMessage,
  body: Exclude<BodyResult, { readonly kind: "aborted" }>,
  receivedAt: number,
): ReceivedRequest {
  const url = message.url ?? "/";
  const path = pathOf(url);
  return {
    endpoint: routeOf(path)?.endpoint,
    method: message.method ?? "GET",
    url,
    path,
    headers: message.headers,
    rawHeaders: message.rawHeaders,
    receivedAt,
    ...contentOf(body),
  };
}

function contentOf(
  body: Exclude<BodyResult, { readonly kind: "aborted" }>,
): Pick<ReceivedRequest, "text" | "bodyKind" | "body"> {
  if (body.kind === "too-large") return { text: "", bodyKind: "too-large", body: undefined };
  const { text, isUtf8 } = body;
  // JSON exchanged between systems is UTF-8 (RFC 8259, section 8.1).
  if (!isUtf8) return { text, bodyKind: "invalid", body: undefined };
  if (text === "") return { text, bodyKind: "none", body: undefined };
  try {
    return { text, bodyKind: "json", body: JSON.parse(text) };
  } catch {
    return { text, bodyKind: "invalid", body: undefined };
  }
}

/** Of a client behind a proxy, the target is a whole URL (RFC 9112, section 3.2.2). */
function pathOf(target: string): string {
  const [, path = ""] = /^(?:https?:\/\/[^/?]*)?([^?]*)/i.exec(target) ?? [];
  return path === "" ? "/" : path;
}
