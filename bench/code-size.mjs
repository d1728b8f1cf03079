// Our own code in an entry point, minified and gzipped, dependencies apart.
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Bytes of what importing `entry` loads at once, and of what it may load later. */
export async function codeSize(entry) {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
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
  const sizeOf = Object.fromEntries(
    outputFiles.map(({ path, contents }) => [path, gzipSync(contents, { level: 9 }).length]),
  );
  const sizes = Object.keys(metafile.outputs).map((path) => {
    const found = Object.keys(sizeOf).find((absolute) =>
      absolute.replaceAll("\\", "/").endsWith(path),
    );
    return [path, sizeOf[found]];
  });
  const root = sizes.find(([path]) => metafile.outputs[path].entryPoint?.endsWith(entry));
  const atOnce = staticallyLoaded(root[0], metafile.outputs);
  return {
    bytesAtOnce: total(sizes.filter(([path]) => atOnce.has(path))),
    bytesLater: total(sizes.filter(([path]) => !atOnce.has(path))),
  };
}

function staticallyLoaded(entry, outputs) {
  const loaded = new Set([entry]);
  for (const path of loaded) {
    for (const { path: next, kind } of outputs[path].imports) {
      if (kind === "import-statement" && outputs[next] !== undefined) loaded.add(next);
    }
  }
  return loaded;
}

const total = (sizes) => sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
