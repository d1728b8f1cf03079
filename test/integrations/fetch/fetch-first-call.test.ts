import { expect, it } from "vitest";
import { wellBehaved } from "../../support/models/model-answers.ts";
import { useStand } from "../../support/stands/stand.ts";

const stand = useStand({}, wellBehaved);

// In its own file, because the guard's modules are loaded with the first call.
it("guard.fetch reads its very first requests synchronously, before the app can change them", async () => {
  const text = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hello." }] });
  const given = new Headers({ "x-tenant": "acme" });
  const plain: Record<string, string> = { "x-tenant": "acme" };
  const url = new URL(`${stand.provider.baseURL}/chat/completions`);
  const guard = stand.guard();
  const answers: Promise<Response>[] = [];
  for (const headers of [given, plain]) {
    const bytes = new TextEncoder().encode(text);
    const body = headers === plain ? bytes.buffer : bytes;
    const init: RequestInit = { method: "POST", headers, body };
    answers.push(guard.fetch(url, init));
    bytes.fill(0x20);
    init.method = "DELETE";
  }
  given.set("x-tenant", "other");
  plain["x-tenant"] = "other";
  url.pathname = "/elsewhere";
  for (const answer of answers) expect(await (await answer).text()).toContain("All is well");
  const sent = { method: "POST", text, headers: { "x-tenant": "acme" } };
  expect(stand.provider.requests).toMatchObject([sent, sent]);
  const asked = stand.plane.guardRequests.map((request) => request.body.input);
  expect(asked).toEqual(["Hello.", "Hello."]);
  expect(stand.plane.breaches).toEqual([]);
});
