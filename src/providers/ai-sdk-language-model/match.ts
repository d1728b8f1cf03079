/** Never: calls of the AI SDK come by as objects, and what they become on the wire has its own format. */
export function matches(): boolean {
  return false;
}
