import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { plainSource } from "../support/processes/plain-sources.ts";

const run = promisify(execFile);
const entry = plainSource("src/local/index.ts").href;

it("a closed data plane does not keep its process alive", async () => {
  const program = `
    const { startLocalDataPlane } = await import(${JSON.stringify(entry)});
    const plane = await startLocalDataPlane();
    plane.script("guard", { pass: true, delayMs: 3_600_000 });
    const headers = { "x-service-api-key": plane.apiKey };
    const asked = fetch(plane.url + "/api/v1/guard", { method: "POST", headers, body: "{}" });
    const never = plane.waitForEvent(undefined, { timeoutMs: 3_600_000 });
    await fetch(plane.url);
    await plane.close();
    console.log((await Promise.allSettled([asked, never])).map((end) => end.status).join());
  `;
  const args = ["--input-type=module", "--eval", program];
  const { stdout } = await run(process.execPath, args, { timeout: 15_000 });
  expect(stdout.trim()).toBe("rejected,rejected");
});
