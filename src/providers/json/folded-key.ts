/** Keys as in all documentation. */
const PLAIN = /^[a-z0-9_]+$/;

/**
 * A property's name, case-folded. Servers written in Go, such as Ollama and LocalAI, accept
 * `Messages` for `messages`, and letters that fold to ASCII ones (`encoding/json`, `Unmarshal`), so
 * texts under such names must be found too.
 */
export function foldedKey(key: string): string {
  return PLAIN.test(key) ? key : key.toUpperCase().toLowerCase();
}
