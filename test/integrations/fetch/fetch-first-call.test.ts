import { expect, it } from "vitest";
import { wellBehaved } from "../../support/models/model-answers.ts";
import { useStand } from "../../support/stands/stand.ts";

const stand = useStand({}, wellBehaved);

// In its own file, because the guard's modules are loaded with the first call.
it("guard.fetch reads its very first request synchronously, before the app can change it", async () => {
  const text = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hello." }] });
  const body = new TextEncoder().encode(text);
  const headers = new Headers({ "x-tenant": "acme" });
  const init: RequestInit = { method: "POST", headers, body };
  const url = new URL(`${stand.provider.baseURL}/chat/completions`);
  const answer = stand.guard().fetch(url, init);
  body.fill(0x20);
  init.method = "DELETE";
  headers.set("x-tenant", "other");
  url.pathname = "/elsewhere";
  expect(await (await answer).text()).toContain("All is well");
  expect(stand.provider.requests).toMatchObject([
    { method: "POST", text, headers: { "x-tenant": "acme" } },
  ]);
  expect(stand.plane.guardRequests.map((request) => request.body.input)).toEqual(["Hello."]);
  expect(stand.plane.breaches).toEqual([]);
});
