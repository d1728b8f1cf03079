import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";

/** The result of reading a body. */
export type BodyResult =
  | { readonly kind: "read"; readonly text: string; readonly isUtf8: boolean }
  | { readonly kind: "too-large" }
  | { readonly kind: "aborted" };

/**
 * Reads a body of at most `maxBytes`. One with a larger declared length is refused before reading,
 * an undeclared one as soon as it exceeds the limit. Calls back exactly once.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  done: (result: BodyResult) => void,
): void {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
    done({ kind: "too-large" });
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  let finished = false;
  const finish = (result: BodyResult): void => {
    if (finished) return;
    finished = true;
    done(result);
  };
  request.on("data", (chunk: Buffer) => {
    if (finished) return;
    size += chunk.length;
    if (size > maxBytes) {
      chunks.length = 0;
      finish({ kind: "too-large" });
    } else {
      chunks.push(chunk);
    }
  });
  request.on("end", () => finish({ kind: "read", ...textOf(chunks) }));
  request.on("error", () => finish({ kind: "aborted" }));
  request.on("close", () => finish({ kind: "aborted" }));
}

function textOf(chunks: readonly Buffer[]): { readonly text: string; readonly isUtf8: boolean } {
  const [first] = chunks;
  if (first === undefined) return { text: "", isUtf8: true };
  const bytes = chunks.length === 1 ? first : Buffer.concat(chunks);
  return { text: bytes.toString(), isUtf8: isUtf8(bytes) };
}
