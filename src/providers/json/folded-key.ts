/** Keys as all documentation writes them. */
const PLAIN = /^[a-z0-9_]+$/;

/**
 * A property's name without its case. Servers written in Go, Ollama and LocalAI among them, take
 * `Messages` for `messages`, and letters that fold to ASCII ones likewise (`encoding/json`,
 * `Unmarshal`), so a text under such a name is a text all the same.
 */
export function foldedKey(key: string): string {
  return PLAIN.test(key) ? key : key.toUpperCase().toLowerCase();
}
