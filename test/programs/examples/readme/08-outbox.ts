import { durableDelivery } from "../../../../src/delivery/durable-delivery.ts";
import { GuardedModelClient } from "../../../../src/index.ts";

export const guard = new GuardedModelClient({
  delivery: durableDelivery({ directory: "/var/lib/my-service/outbox" }),
});
