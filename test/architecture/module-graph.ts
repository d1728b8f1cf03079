import { posix } from "node:path";
import { type ImportMention, readImports } from "./read-imports.ts";

/** One import, resolved to a file of ours, to a package, or to nothing. */
export interface Edge extends ImportMention {
  /** The imported file, relative to `src`; undefined for a package. */
  readonly file: string | undefined;
  /** The package or `node:` module with its subpath; undefined for a file. */
  readonly external: string | undefined;
}

/** Files by path relative to `src`, with forward slashes, and their imports. */
export type ModuleGraph = ReadonlyMap<string, readonly Edge[]>;

/** Source files by path relative to `src`. */
export type SourceFiles = ReadonlyMap<string, string>;

export function moduleGraph(files: SourceFiles): ModuleGraph {
  const graph = new Map<string, readonly Edge[]>();
  for (const [file, text] of files) {
    const edges = readImports(file, text).map((mention) => resolve(file, mention));
    graph.set(file, edges);
  }
  return graph;
}

function resolve(from: string, mention: ImportMention): Edge {
  const { specifier } = mention;
  if (specifier === undefined) return { ...mention, file: undefined, external: undefined };
  if (!specifier.startsWith(".")) return { ...mention, file: undefined, external: specifier };
  const file = posix.normalize(posix.join(posix.dirname(from), specifier));
  return { ...mention, file, external: undefined };
}

/**
 * One cycle for each strongly connected group of files, types included; each starts and ends with
 * the same file.
 */
export function findCycles(graph: ModuleGraph): readonly (readonly string[])[] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (file: string): void => {
    const start = path.indexOf(file);
    if (start >= 0) {
      cycles.push([...path.slice(start), file]);
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const edge of graph.get(file) ?? []) if (edge.file !== undefined) walk(edge.file);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) walk(file);
  return cycles;
}

/** Every file that loading `entry` can load, itself included. Type imports load nothing. */
export function loadedBy(graph: ModuleGraph, entry: string): ReadonlySet<string> {
  const loaded = new Set<string>([entry]);
  for (const file of loaded) {
    for (const edge of graph.get(file) ?? []) {
      if (edge.file !== undefined && !edge.typeOnly) loaded.add(edge.file);
    }
  }
  return loaded;
}

/** `@scope/name` or `name` of a module specifier with a subpath. */
export function packageOf(external: string): string {
  const parts = external.split("/");
  return parts.slice(0, external.startsWith("@") ? 2 : 1).join("/");
}
