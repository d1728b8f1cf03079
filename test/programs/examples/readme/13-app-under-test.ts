// A setup file: it runs before the tests load the app, whose client reads the environment.
import { startLocalDataPlane } from "../../../../src/local/index.ts";

export const plane = await startLocalDataPlane();
process.env.GUARD_BASE_URL = plane.url;
process.env.GUARD_API_KEY = plane.apiKey;
process.env.GUARD_SYSTEM_ID = plane.systemId;
