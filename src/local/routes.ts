import { AGENT_CONFIG_PATH, FINALIZE_PATH, GUARD_PATH, INGEST_PATH } from "../contract/paths.ts";
import type { Endpoint } from "./received-request.ts";

/** One row of the contract's endpoint table. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly method: "GET" | "POST";
  readonly path: string;
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

/** The route of a path without its query, whatever the method. */
export function routeOf(path: string): Route | undefined {
  return BY_PATH.get(path);
}
