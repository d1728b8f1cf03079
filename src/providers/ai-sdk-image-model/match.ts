/**
 * Never: calls of the AI SDK are read as objects, and the HTTP requests made from them have formats
 * of their own.
 */
export function matches(): boolean {
  return false;
}
