import { GuardedModelClient, isGuardDenied } from "../../../../src/index.ts";
import { startLocalDataPlane } from "../../../../src/local/index.ts";

const plane = await startLocalDataPlane();
const guard = new GuardedModelClient(plane.clientOptions);
const ask = (input: string) => guard.call({ model: "m", input, execute: async () => "Hello." });

// The default policy masks personal data and secrets, and denies obvious prompt injection.
const { clientEventId } = await ask("Write to ada@example.com.");
const event = await plane.waitForEvent(({ event_id }) => event_id === clientEventId);
console.log(event.input); // Write to [EMAIL_1].

// A script decides how an endpoint answers its next requests.
plane.script("guard", { status: 200, body: { allowed: false, reason: "not_here" } });
const refused = await ask("Hello").catch((error: unknown) => error);
console.log(isGuardDenied(refused)); // true

// The connection breaks after the event was stored. The retry gets a 409, which is a success.
plane.script("ingest", "reset-after-store");
const { delivery } = await ask("Hello");
console.log((await delivery).status); // duplicate

await guard.close();
await plane.close();
