/** A strict data plane in its own process, controlled over IPC. Started by `openPlane`. */
import {
  type StrictDataPlane,
  startStrictDataPlane,
} from "../../support/strict-data-plane/strict-data-plane.ts";
import { faultScripts } from "./plane-faults.ts";
import { PlaneLedger } from "./plane-ledger.ts";
import type { PlaneOrder, PlaneReply, PlaneSetup } from "./plane-orders.ts";

/** More lifecycles than are ever active at once, including events in a full queue. */
const REMEMBERED = 60_000;

const ledger = new PlaneLedger();
let plane: StrictDataPlane | undefined;
let offsetMs = 0;

process.on("message", (order: PlaneOrder) => {
  obey(order).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ error: String(error) } satisfies PlaneReply),
  );
});
process.on("disconnect", () => process.exit(0));

async function obey(order: PlaneOrder): Promise<PlaneReply> {
  if (order.do === "start") return start(order.setup);
  if (plane === undefined) throw new Error(`${order.do} before start`);
  switch (order.do) {
    case "faults":
      for (const [endpoint, script] of Object.entries(faultScripts(order.plan, ledger.countFault)))
        plane.script(endpoint as "guard", script);
      return {};
    case "script":
      plane.script(order.endpoint, order.script);
      return {};
    case "clock":
      offsetMs = order.offsetMs;
      return {};
    case "disconnect":
      ledger.countFault("refused for a while");
      await plane.disconnect();
      return {};
    case "reconnect":
      await plane.reconnect();
      return {};
    case "report":
      return { report: ledger.report(plane.breaches) };
  }
}

async function start({ allowRecorded, ...setup }: PlaneSetup): Promise<PlaneReply> {
  plane = await startStrictDataPlane({
    remember: REMEMBERED,
    maxLifecycles: 10 * REMEMBERED,
    maxBytes: 1024 ** 3,
    ...setup,
    ...(allowRecorded === true ? { allowUnguarded: () => true } : {}),
    clock: () => Date.now() + offsetMs,
    onRequest: (request) => ledger.asked(request),
    onAnswer: (request, answer) => ledger.answered(request, answer),
  });
  const { baseURL, apiKey, systemId } = plane.clientOptions;
  return { clientOptions: { baseURL, apiKey, systemId } };
}
