import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Every TypeScript file under `src`, by path relative to it, with forward slashes. */
export function readSources(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const source = join(ROOT, "src");
  const entries = readdirSync(source, { recursive: true, encoding: "utf8" });
  for (const entry of entries.sort()) {
    if (!/\.[cm]?tsx?$/.test(entry)) continue;
    files.set(entry.replaceAll("\\", "/"), readFileSync(join(source, entry), "utf8"));
  }
  return files;
}

/** Every file that is in version control or would be added to it, relative to the root. */
export function listRepository(): readonly string[] {
  const options = { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
  const listing = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    options,
  );
  return listing.split("\0").filter((path) => path !== "" && existsSync(join(ROOT, path)));
}
