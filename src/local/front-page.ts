import type { Answer } from "./answer.ts";
import { ROUTES } from "./routes.ts";

/** `GET /`: says what is running here, to whoever opens the address in a browser. */
export function frontPage(): Answer {
  const lines = ROUTES.map(({ method, path, purpose }) => {
    return `  ${method.padEnd(5)} ${path.padEnd(24)} ${purpose}`;
  });
  const raw = [
    "This is a local guardrail and telemetry data plane for development and tests.",
    "It keeps everything in memory and forgets it when it stops.",
    "",
    ...lines,
    "",
  ].join("\n");
  return { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, raw };
}
