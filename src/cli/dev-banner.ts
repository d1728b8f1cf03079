import { isLiveKey, LIVE_KEY_PREFIX } from "../contract/live-key.ts";
import type { LocalDataPlane } from "../local/index.ts";
import type { Terminal } from "./terminal.ts";

/** What `dev` prints once it listens: its URL, and the variables to export. */
export function devBanner(plane: LocalDataPlane, terminal: Terminal): string {
  const { paint } = terminal;
  const exported = process.platform === "win32" ? exportedByPowerShell : exportedByShell;
  const exports = [
    exported("GUARD_BASE_URL", plane.url),
    exported("GUARD_API_KEY", plane.apiKey),
    exported("GUARD_SYSTEM_ID", plane.systemId),
  ];
  return [
    "",
    `  ${paint("strong", "Local data plane")}  ${paint("good", plane.url)}`,
    `  ${paint("quiet", "API key")}           ${plane.apiKey}`,
    `  ${paint("quiet", "Console")}           ${plane.url}/`,
    "",
    `  ${paint("quiet", "Point an application at it:")}`,
    "",
    ...exports.map((line) => `  ${line}`),
    "",
    ...warnings(plane, terminal),
    `  ${paint("quiet", "Everything is kept in memory. Ctrl+C stops it.")}`,
    "",
  ].join("\n");
}

function warnings(plane: LocalDataPlane, terminal: Terminal): string[] {
  if (isLiveKey(plane.apiKey)) return [];
  const text = `Only keys that begin with ${LIVE_KEY_PREFIX} may finalize: this one will get 401.`;
  return [`  ${terminal.paint("odd", text)}`];
}

// In POSIX shells everything between single quotes is literal, except a single quote.
function exportedByShell(name: string, value: string): string {
  const quoted = /^[\w.:/-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
  return `export ${name}=${quoted}`;
}

// In PowerShell too, where a doubled one stands for it (about_Quoting_Rules).
function exportedByPowerShell(name: string, value: string): string {
  return `$env:${name}='${value.replaceAll("'", "''")}'`;
}
