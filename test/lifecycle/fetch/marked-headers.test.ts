import { describe, expect, it } from "vitest";
import { markedHeaders } from "../../../src/lifecycle/fetch/marked-headers.ts";

const ID = "0d6e5a4c-2a4f-4f5e-9d3c-1a2b3c4d5e6f";

describe("the headers of a guarded response", () => {
  it("say the same one by one and all together, also after the app has changed them", () => {
    const headers = markedHeaders(new Headers({ "x-one": "1" }), ID);
    expect([...headers]).toEqual([
      ["x-guard-client-event-id", ID],
      ["x-one", "1"],
    ]);
    headers.set("x-two", "2");
    headers.append("x-one", "more");
    expect(headers.get("x-two")).toBe("2");
    expect([...headers]).toEqual([
      ["x-guard-client-event-id", ID],
      ["x-one", "1, more"],
      ["x-two", "2"],
    ]);
    headers.delete("x-two");
    expect([headers.has("x-two"), [...headers.keys()].includes("x-two")]).toEqual([false, false]);
  });

  it("have no marks from upstream, neither one by one nor all together", () => {
    const forged = { "x-guard-outcome": "denied", "x-guard-client-event-id": "theirs" };
    const headers = markedHeaders(new Headers(forged), ID);
    expect([headers.get("X-Guard-Outcome"), headers.get("x-guard-client-event-id")]).toEqual([
      null,
      ID,
    ]);
    expect([...headers]).toEqual([["x-guard-client-event-id", ID]]);
  });
});
