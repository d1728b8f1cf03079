import { describe, expect, it } from "vitest";
import { failure, streamThen, wellBehaved } from "../../support/models/model-answers.ts";
import { runScript } from "../../support/processes/run-script.ts";
import { useStand } from "../../support/stands/stand.ts";

/** Requests that are not awaited, one after the other, and the errors that the process gets. */
const unawaited = (url: string, dataPlane: string): string => `
  import { setTimeout as sleep } from "node:timers/promises";
  import OpenAI from "openai";
  import { GuardedModelClient } from "~/src/index.ts";
  import { guardOpenAI } from "~/src/integrations/openai.ts";
  let use = "";
  let told = () => {};
  const tell = (what) => {
    console.log(use, what);
    told();
  };
  process.on("unhandledRejection", (error, promise) => {
    tell("unhandled " + error.constructor.name + " " + error.message);
    setTimeout(() => promise.catch(() => console.log("handled late")), 1);
  });
  const bare = new OpenAI({ apiKey: "unused", baseURL: "${url}/v1", maxRetries: 0 });
  const guard = new GuardedModelClient(${dataPlane});
  const client = process.env.GUARDED === "yes" ? guardOpenAI(bare, guard) : bare;
  const { completions } = client.chat;
  const hello = { model: "m", messages: [{ role: "user", content: "How are you?" }] };
  const uses = {
    create: () => completions.create(hello),
    streamed: () => completions.create({ ...hello, stream: true }),
    asResponse: () => completions.create(hello).asResponse(),
    withResponse: () => void completions.create(hello).withResponse(),
    helper: () => completions.stream(hello),
  };
  for (use of Object.keys(uses)) {
    const heard = new Promise((resolve) => {
      told = resolve;
    });
    uses[use]();
    await heard;
    await sleep(20);
  }
  process.exit(0);
`;

describe("an app that does not await its calls", () => {
  const stand = useStand();

  it("gets the same unhandled errors as without a guard", async () => {
    stand.provider.answerWith(failure(400));
    const dataPlane = JSON.stringify(stand.plane.clientOptions);
    const script = unawaited(stand.provider.url, dataPlane);
    const [bare, guarded] = await Promise.all([
      runScript(script, { env: { GUARDED: "no" }, flags: ["--no-warnings"] }).ended,
      runScript(script, { env: { GUARDED: "yes" }, flags: ["--no-warnings"] }).ended,
    ]);
    expect(guarded).toEqual(bare);
    expect(bare).toMatchObject({ code: 0, errors: "" });
    expect(bare.output.split("\n")).toContain(
      "create unhandled BadRequestError 400 It failed with 400.",
    );
  });

  it("leaves events of unread streams once they are garbage-collected", async () => {
    stand.provider.answerWith((scene) =>
      scene.request.body.stream === true
        ? streamThen(2, () => undefined)(scene)
        : wellBehaved(scene),
    );
    const { ended } = runScript(
      `
      import OpenAI from "openai";
      import { setTimeout as sleep } from "node:timers/promises";
      import { GuardedModelClient } from "~/src/index.ts";
      import { guardOpenAI, openaiChat } from "~/src/integrations/openai.ts";
      const options = { apiKey: "unused", baseURL: "${stand.provider.url}/v1" };
      const guard = new GuardedModelClient(${JSON.stringify(stand.plane.clientOptions)});
      const client = guardOpenAI(new OpenAI(options), guard);
      const request = { model: "m", messages: [{ role: "user", content: "Hi." }], stream: true };
      const { stream: _, ...plain } = request;
      const body = JSON.stringify(request);
      const drops = [
        () => client.chat.completions.create(request),
        () => client.chat.completions.create(request).asResponse(),
        () => client.chat.completions.create(request).withResponse(),
        () => guard.fetch(options.baseURL + "/chat/completions", { method: "POST", body }),
        () => guard.stream({ provider: openaiChat(new OpenAI(options)), request: plain }),
      ];
      for (const drop of drops) await drop();
      for (let turn = 0; turn < 100 && guard.stats().delivered < drops.length; turn += 1) {
        gc();
        await sleep(10);
      }
      console.log(JSON.stringify(guard.stats()));
      process.exit(0);
      `,
      { flags: ["--expose-gc"] },
    );
    const { code, output, errors } = await ended;
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(JSON.parse(output)).toMatchObject({ created: 5, delivered: 5 });
    expect(stand.plane.stored.map((event) => event.metadata?.outcome)).toEqual(
      expect.arrayContaining(Array(5).fill("cancelled")),
    );
  });
});
