/**
 * The two parts of undici that are imported by path. Importing "undici" itself would install its
 * agent as the dispatcher of the app's global `fetch`; these files do not. undici has no types for
 * their paths.
 */
declare module "undici/lib/dispatcher/pool.js" {
  import type { Pool } from "undici";

  const PoolClass: typeof Pool;
  export default PoolClass;
}

declare module "undici/lib/core/connect.js" {
  import type { buildConnector } from "undici";

  const build: typeof buildConnector;
  export default build;
}
