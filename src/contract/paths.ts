/**
 * The service's paths under the base address (specification, "Endpoints").
 */

/** `POST`: may this prompt go to a model? */
export const GUARD_PATH = "/api/v1/guard";

/** `GET`: the agent configuration. */
export const AGENT_CONFIG_PATH = "/api/v1/agent/config";

/** `POST`: store one telemetry event. */
export const INGEST_PATH = "/api/v1/ingest";

/** `POST`: attach the measured ingest time to a stored event. */
export const FINALIZE_PATH = "/api/v1/ingest/finalize";
