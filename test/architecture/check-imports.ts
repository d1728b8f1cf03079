import {
  type Edge,
  findCycles,
  loadedBy,
  type ModuleGraph,
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
  WIRED_ENTRY,
  WIRING_ROOMS,
} from "./rooms.ts";

/**
 * Every violation of the import rules in `files`, one line each. `entries`: the files of the
 * package's entry points.
 */
export function checkImports(files: SourceFiles, entries: readonly string[] = []): string[] {
  const graph = moduleGraph(files);
  const violations: string[] = [];
  for (const [file, edges] of graph) {
    const room = roomOf(file);
    if (room === undefined) violations.push(`${file} lies in no room`);
    for (const edge of edges) {
      for (const wrong of checkEdge({ file, room }, edge, files)) {
        violations.push(`${file}:${edge.line} ${wrong}`);
      }
    }
  }
  for (const cycle of findCycles(graph)) violations.push(`cycle: ${cycle.join(" -> ")}`);
  for (const entry of entries) violations.push(...checkPeers(entry, graph));
  return violations;
}

/** The importing file and its room. */
interface Importer<R = Room> {
  readonly file: string;
  readonly room: R;
}

function checkEdge(
  { file, room }: Importer<Room | undefined>,
  edge: Edge,
  files: SourceFiles,
): readonly string[] {
  if (edge.specifier === undefined) return ["imports what only the run decides"];
  if (edge.form === "require") return [`requires ${edge.specifier}; sources are ES modules`];
  if (room === undefined) return [];
  if (edge.external !== undefined)
    return checkPackage({ file, room }, edge.external, edge.typeOnly);
  if (edge.file === undefined || !files.has(edge.file)) {
    return [`imports ${edge.file}, which is not a file of src`];
  }
  return checkRooms(room, edge.file, edge.typeOnly);
}

function checkRooms(room: Room, to: string, typeOnly: boolean): readonly string[] {
  const target = roomOf(to);
  if (target === undefined || target === room) return [];
  if (room === "local" && DETECTORS.test(to)) return [];
  if (!ROOMS[room].rooms.includes(target)) return [`(${room}) imports ${to} (${target})`];
  if (WIRED.includes(to) && !typeOnly && !WIRING_ROOMS.has(room)) {
    return [`(${room}) chooses ${to}; only the client wires rooms together`];
  }
  return [];
}

function checkPackage(
  { file, room }: Importer,
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
  const isNode = external.startsWith("node:");
  const rules = ROOMS[room];
  if (rules.packages.includes(isNode ? external : name) || (isNode && rules.node)) return [];
  return [`(${room}) imports ${external}`];
}

function checkUndici(file: string, external: string, typeOnly: boolean): readonly string[] {
  if (!UNDICI_FILES.includes(file)) return [`imports ${external}, which only the transport may`];
  // Loading undici's main module replaces the dispatcher of the app's global fetch.
  const whole = external === "undici" && !typeOnly && !file.endsWith(".d.ts");
  return whole ? ["runs the whole of undici; load its parts"] : [];
}

/** An entry point may load no optional peer but its own. */
function checkPeers(entry: string, graph: ModuleGraph): readonly string[] {
  const own = entry.replace(/\.ts$/, "");
  const violations: string[] = [];
  for (const file of loadedBy(graph, entry)) {
    for (const edge of graph.get(file) ?? []) {
      const name = edge.external === undefined ? undefined : packageOf(edge.external);
      if (name === undefined || edge.typeOnly || !Object.hasOwn(PEER_ENTRY, name)) continue;
      const home = PEER_ENTRY[name] ?? "";
      if (home !== own && WIRED_ENTRY[home] !== own)
        violations.push(`${entry} loads ${name} through ${file}`);
    }
  }
  return violations;
}
