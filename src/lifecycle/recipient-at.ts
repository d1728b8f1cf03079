/**
 * What addresses of one operation differ in: wishes of the caller, and whether the answer is to be a
 * stream, or a count of tokens.
 */
const MANNER = /[?#].*$|(?:-stream|-with-response-stream|\/count_tokens)(?=$|[?#])/gs;

/** Who is told by a request to `url`. The whole path counts, since gateways choose by it. */
export function recipientAt(url: string): string {
  return url.replace(MANNER, "");
}
