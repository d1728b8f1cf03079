import { AGENT_CONFIG_PATH, FINALIZE_PATH, GUARD_PATH, INGEST_PATH } from "../../contract/paths.ts";
import type { Endpoint } from "./received-request.ts";

/** The contract's paths. */
export type EndpointPath =
  | typeof GUARD_PATH
  | typeof AGENT_CONFIG_PATH
  | typeof INGEST_PATH
  | typeof FINALIZE_PATH;

/** One row of the contract's endpoint table. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly method: "GET" | "POST";
  readonly path: EndpointPath;
  readonly purpose: string;
}

/** The contract's endpoint table. */
export const ROUTES: readonly Route[] = [
  { endpoint: "guard", method: "POST", path: GUARD_PATH, purpose: "check a prompt" },
  { endpoint: "config", method: "GET", path: AGENT_CONFIG_PATH, purpose: "agent configuration" },
  { endpoint: "ingest", method: "POST", path: INGEST_PATH, purpose: "store an event" },
  { endpoint: "finalize", method: "POST", path: FINALIZE_PATH, purpose: "attach ingest timing" },
];

const BY_PATH: ReadonlyMap<string, Route> = new Map(ROUTES.map((route) => [route.path, route]));

/** An endpoint by name or path. @throws TypeError if there is none. */
export function endpointOf(nameOrPath: string): Endpoint {
  const route = ROUTES.find(({ endpoint, path }) => endpoint === nameOrPath || path === nameOrPath);
  if (route !== undefined) return route.endpoint;
  const names = ROUTES.map(({ endpoint }) => endpoint).join(", ");
  throw new TypeError(`There is no endpoint ${JSON.stringify(nameOrPath)}, only ${names}.`);
}

/** The route of a path without its query, for any method. */
export function routeOf(path: string): Route | undefined {
  return BY_PATH.get(path);
}
