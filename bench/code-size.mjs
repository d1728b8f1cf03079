// The size of our own code in an entry point, minified and gzipped, without dependencies.
import { basename, dirname, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * Bytes of what importing `entry` loads at once, and of what it may load later. Each is bundled as
 * one file, because how the build splits shared code into files says nothing about its size.
 */
export async function codeSize(entry) {
  const { outputFiles, metafile } = await build({
    // Hashes in the names of files depend on this folder, and the size depends on them.
    absWorkingDir: dirname(resolve(entry)),
    entryPoints: [basename(entry)],
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    write: false,
    metafile: true,
    logLevel: "error",
    outdir: "size",
  });
  const paths = Object.keys(metafile.outputs);
  const root = paths.find((path) => metafile.outputs[path].entryPoint === basename(entry));
  const atOnce = staticallyLoaded(root, metafile.outputs);
  const zipped = (wanted) => {
    const files = outputFiles.filter(({ path }) =>
      paths.some((output) => atOnce.has(output) === wanted && isAt(path, output)),
    );
    return gzipSync(Buffer.concat(files.map(({ contents }) => contents)), { level: 9 }).length;
  };
  return { bytesAtOnce: zipped(true), bytesLater: zipped(false) };
}

/** Whether the absolute `path` ends with the relative `output`, on any system. */
const isAt = (path, output) => path.replaceAll("\\", "/").endsWith(`/${output}`);

function staticallyLoaded(entry, outputs) {
  const loaded = new Set([entry]);
  for (const path of loaded) {
    for (const { path: next, kind } of outputs[path].imports) {
      if (kind === "import-statement" && outputs[next] !== undefined) loaded.add(next);
    }
  }
  return loaded;
}
