import { describe, expect, it } from "vitest";
import { readOutboxOptions } from "../../../src/delivery/bullmq-delivery/options.ts";

describe("the options of bullmqDelivery", () => {
  it("may be an instance of a class, whose getters its prototype has", () => {
    class Settings {
      get connection() {
        return { host: "127.0.0.1" };
      }
      get queueName() {
        return "events";
      }
      get maxEvents() {
        return undefined;
      }
    }
    expect(readOutboxOptions(new Settings())).toMatchObject({
      ...{ connection: { host: "127.0.0.1" }, queueName: "events", maxEvents: 10_000 },
    });
  });
});
