import { parseJson } from "../../base/parse-json.ts";
import { AGENT_CONFIG_PATH } from "../../contract/paths.ts";
import { errorOfAnswer, errorOfFailure, errorOfUnproven } from "../answers/error-answer.ts";
import { type ApiClient, isKeyless } from "../api-client.ts";

/** Largest configuration that is read, in bytes. */
const MAX_CONFIG_BYTES = 1024 * 1024;

/**
 * Fetches the agent configuration. The contract does not define its content, so any JSON in a 200
 * is accepted.
 *
 * @throws DataPlaneError, or a `ConfigurationError` or `TimeoutError` if there was no key.
 */
export async function fetchAgentConfig(api: ApiClient, timeoutMs: number): Promise<unknown> {
  const message = {
    endpoint: AGENT_CONFIG_PATH,
    timeoutMs,
    maxBytes: MAX_CONFIG_BYTES,
    holdProcess: true,
  };
  const reply = await api.sendWithKeyRetry(message, (received) => received);
  const context = api.errorContext();
  if (isKeyless(reply)) throw reply.cause;
  if (!reply.ok) throw errorOfFailure(reply, context);
  if (reply.status !== 200) throw errorOfAnswer(reply, context);
  const config = parseJson(reply.body);
  if (config !== undefined) return config;
  throw errorOfUnproven("The agent configuration is not JSON.", reply, context);
}
