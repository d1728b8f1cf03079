/**
 * The parts of a URL that differ between calls of one operation: the query, and whether a stream or
 * a token count is requested.
 */
const MANNER = /[?#].*$|(?:-stream|-with-response-stream|\/count_tokens)(?=$|[?#])/gs;

/** The recipient of a request to `url`. The whole path counts, because gateways route by it. */
export function recipientAt(url: string): string {
  return url.replace(MANNER, "");
}
