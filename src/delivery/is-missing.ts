import { existsSync } from "node:fs";
// As a whole: the banner that gives bundles a `require` imports createRequire by its name.
import * as nodeModule from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Whether an optional peer of this package is not installed. Only this package's own files can
 * tell: in a bundle, the peer may be included, and the file's address is unknown (CommonJS by
 * esbuild) or that of the build (webpack). In a bundle nothing is reported as missing, and the
 * first use shows it.
 *
 * @param from Address of the calling file, a `file:` URL.
 */
export function isMissing(name: string, from: string | undefined = import.meta.url): boolean {
  return from !== undefined && isOwnFile(from) && isUnknownTo(nodeModule.createRequire(from), name);
}

/**
 * Whether the optional peer `peer` is installed without a package that it loads itself. It may be
 * installed where only the peer finds it, as its own dependency.
 */
export function isMissingTo(
  peer: string,
  name: string,
  from: string | undefined = import.meta.url,
): boolean {
  if (from === undefined || !isOwnFile(from)) return false;
  try {
    return isUnknownTo(
      nodeModule.createRequire(nodeModule.createRequire(from).resolve(peer)),
      name,
    );
  } catch {
    return false;
  }
}

function isUnknownTo({ resolve }: NodeJS.Require, name: string): boolean {
  try {
    resolve(name);
    return false;
  } catch {
    return !isIn(resolve.paths(name) ?? [], name);
  }
}

/**
 * A server that includes only files it imports (Nitro) has the package without what `require` would
 * load.
 */
function isIn(folders: readonly string[], name: string): boolean {
  return folders.some((folder) => existsSync(join(folder, name, "package.json")));
}

function isOwnFile(from: string): boolean {
  try {
    const manifest = nodeModule.createRequire(from).resolve("guarded-model-client/package.json");
    return fileURLToPath(from).startsWith(dirname(manifest) + sep);
  } catch {
    return false;
  }
}
