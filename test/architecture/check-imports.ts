import {
  type Edge,
  findCycles,
  loadedBy,
  moduleGraph,
  packageOf,
  type SourceFiles,
} from "./module-graph.ts";
import {
  DETECTORS,
  PEER_ENTRY,
  ROOMS,
  type Room,
  roomOf,
  UNDICI_FILES,
  WIRED,
  WIRING_ROOMS,
} from "./rooms.ts";

/**
 * Everything in `files` that breaks the direction of flow, one line each. `entries` are the
 * files that the package's entry points run.
 */
export function checkImports(files: SourceFiles, entries: readonly string[] = []): string[] {
  const graph = moduleGraph(files);
  const violations: string[] = [];
  for (const [file, edges] of graph) {
    const room = roomOf(file);
    if (room === undefined) violations.push(`${file} lies in no room`);
    for (const edge of edges) {
      for (const wrong of checkEdge(file, room, edge, files)) {
        violations.push(`${file}:${edge.line} ${wrong}`);
      }
    }
  }
  for (const cycle of findCycles(graph)) violations.push(`cycle: ${cycle.join(" -> ")}`);
  for (const entry of entries) violations.push(...checkPeers(entry, loadedBy(graph, entry), graph));
  return violations;
}

function checkEdge(
  file: string,
  room: Room | undefined,
  edge: Edge,
  files: SourceFiles,
): readonly string[] {
  if (edge.specifier === undefined) return ["imports what only the run decides"];
  if (edge.form === "require") return [`requires ${edge.specifier}; sources are ES modules`];
  if (room === undefined) return [];
  if (edge.file !== undefined) return checkFile(file, room, edge, files);
  return checkPackage(file, room, edge.external ?? "", edge.typeOnly);
}

function checkFile(from: string, room: Room, edge: Edge, files: SourceFiles): readonly string[] {
  const to = edge.file ?? "";
  if (!files.has(to)) return [`imports ${to}, which is not a file of src`];
  const target = roomOf(to);
  if (target === undefined) return [];
  if (target === room) return [];
  if (room === "local" && DETECTORS.test(to)) return [];
  if (!ROOMS[room].rooms.includes(target)) return [`(${room}) imports ${to} (${target})`];
  if (WIRED.includes(to) && !edge.typeOnly && !WIRING_ROOMS.has(room)) {
    return [`(${room}) chooses ${to}; only the client wires rooms together`];
  }
  return from === to ? ["imports itself"] : [];
}

function checkPackage(
  file: string,
  room: Room,
  external: string,
  typeOnly: boolean,
): readonly string[] {
  const name = packageOf(external);
  if (name === "undici") return checkUndici(file, external, typeOnly);
  const entry = Object.hasOwn(PEER_ENTRY, name) ? PEER_ENTRY[name] : undefined;
  if (entry !== undefined) {
    const isEntry = file === `${entry}.ts` || file.startsWith(`${entry}/`);
    return isEntry ? [] : [`imports the optional peer ${name}, which belongs to ${entry}`];
  }
  const rules = ROOMS[room];
  if (rules.packages.includes(external.startsWith("node:") ? external : name)) return [];
  if (external.startsWith("node:") && rules.node) return [];
  return [`(${room}) imports ${external}`];
}

function checkUndici(file: string, external: string, typeOnly: boolean): readonly string[] {
  if (!UNDICI_FILES.includes(file)) return [`imports ${external}, which only the transport may`];
  // Running undici's main module replaces the dispatcher of the host's global fetch.
  const whole = external === "undici" && !typeOnly && !file.endsWith(".d.ts");
  return whole ? ["runs the whole of undici; load its parts"] : [];
}

/** What an entry point runs may mention no optional peer but its own, and never two of them. */
function checkPeers(
  entry: string,
  loaded: ReadonlySet<string>,
  graph: ReturnType<typeof moduleGraph>,
): readonly string[] {
  const own = entry.replace(/\.ts$/, "");
  const violations: string[] = [];
  for (const file of loaded) {
    for (const edge of graph.get(file) ?? []) {
      const name = edge.external === undefined ? undefined : packageOf(edge.external);
      if (name === undefined || edge.typeOnly || !Object.hasOwn(PEER_ENTRY, name)) continue;
      if (PEER_ENTRY[name] !== own) violations.push(`${entry} loads ${name} through ${file}`);
    }
  }
  return violations;
}
